import type { Database, Tx } from '../db/database.ts';
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

/** Returns why rows were sent back, for those whose last step was a rejection. */
export async function lastRejections(db: Database | Tx, entityType: string, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('flowLog')
    .select(['entityId', 'event', 'note'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('flowLog as last')
        .select((one) => one.fn.max('last.id').as('id'))
        .where('last.entityType', '=', entityType)
        .where('last.entityId', 'in', ids)
        .groupBy('last.entityId'),
    )
    .execute();
  return new Map(rows.flatMap(({ entityId, event, note }) => (event === 'reject' ? [[entityId, note] as const] : [])));
}
