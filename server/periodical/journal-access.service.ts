import type { Database, Tx } from '../db/database.ts';
import { forbidden, missing, type AppError } from '../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../http/current-user.ts';
import { dutyIn } from './journal.queries.ts';

export type Duty = 'chief' | 'editor';

/** Only the administrator of the platform has it: every other user sees the journals on which the user works. */
export const seesEveryJournal = (currentUser: CurrentUser): boolean => hasPermission(currentUser, 'journal:all:manage');

/** Permissions that only a chief editor of the journal uses; the same person may be an editor of another journal. */
const FOR_CHIEFS: ReadonlySet<string> = new Set(['journal:submission:accept', 'journal:issue:lock', 'journal:issue:publish']);

/** The duty of a user in a journal; null when the user has nothing to do with it. */
export async function dutyOf(db: Database | Tx, currentUser: CurrentUser, journalId: number): Promise<Duty | null> {
  return seesEveryJournal(currentUser) ? 'chief' : dutyIn(db, currentUser.userId, journalId);
}

export const submissionGone = (): AppError => missing('来稿不存在或与您无关，请刷新后重试');
export const issueGone = (): AppError => missing('刊期不存在或与您无关，请刷新后重试');

/** A permission as it holds inside a journal. */
export const mayIn = (currentUser: CurrentUser, duty: Duty, permission: string): boolean =>
  hasPermission(currentUser, permission) && (duty === 'chief' || !FOR_CHIEFS.has(permission));

/** Throws for a permission that the user does not have in this journal. */
export function requireIn(currentUser: CurrentUser, duty: Duty, permission: string | undefined): void {
  if (permission !== undefined && !mayIn(currentUser, duty, permission))
    throw forbidden(hasPermission(currentUser, permission) ? '这一步由本刊主编处理，您是本刊的编辑' : undefined);
}
