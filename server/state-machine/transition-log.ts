import type { Tx } from '../db/database.ts';
import type { CurrentUser } from '../http/current-user.ts';

export interface LoggedTransition {
  readonly entityType: string;
  readonly entityId: number;
  readonly event: string;
  readonly fromStatus: string;
  readonly toStatus: string;
  readonly note: string;
}

const NOTE_LENGTH = 500;

/** Adds the row of an accepted event to the transition log; operator 0 is the program. */
export async function logTransition(tx: Tx, currentUser: CurrentUser | null, transition: LoggedTransition): Promise<void> {
  const row = { ...transition, note: transition.note.slice(0, NOTE_LENGTH), operatorId: currentUser?.userId ?? 0, at: Date.now() };
  await tx.insertInto('flowLog').values(row).execute();
}
