import { KINDS } from '../../contract/catalog/book.ts';
import { PUBLICATION_STATUSES, type PublicationStatus } from '../../contract/catalog/publication.ts';
import { sharedAnswer } from '../db/shared-answer.ts';
import type { AppContext } from '../context.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { countByStatus, kindCounts, statusCounts } from './publication.queries.ts';

export const liveWorks = (context: AppContext, statuses: readonly PublicationStatus[]): Promise<number> =>
  sharedAnswer(context.db, `works ${statuses.join()}`, ['publication'], () => countByStatus(context.db, statuses));

export async function publicationCounts(context: AppContext, heard = false): Promise<Record<PublicationStatus, number>> {
  const rows = await statusCounts(context.db, heard);
  const none = Object.fromEntries(PUBLICATION_STATUSES.map((status) => [status, 0])) as Record<PublicationStatus, number>;
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, Number(row.total)])) };
}

/** Returns the number of publications the current user created, by kind. */
export async function ownPublicationCounts(context: AppContext, currentUser: CurrentUser) {
  const rows = await kindCounts(context.db, currentUser.userName);
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, Number(rows.find((row) => row.kind === kind)?.total ?? 0)]));
  const total = rows.reduce((sum, row) => sum + Number(row.total), 0);
  return { ...counts, total } as Record<(typeof KINDS)[number] | 'total', number>;
}
