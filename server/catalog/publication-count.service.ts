import { KINDS } from '../../contract/catalog/book.ts';
import { PUBLICATION_STATUSES, type PublicationStatus } from '../../contract/catalog/publication.ts';
import { countedTotal } from '../db/total.ts';
import type { House } from '../context.ts';
import type { Visitor } from '../http/current-user.ts';
import { countByStatus, kindCounts, statusCounts } from './publication.queries.ts';

export const liveWorks = (house: House, statuses: readonly PublicationStatus[]): Promise<number> =>
  countedTotal(house.db, `works${statuses.join()}`, () => countByStatus(house.db, statuses));

export async function publicationCounts(house: House, heard = false): Promise<Record<PublicationStatus, number>> {
  const rows = await statusCounts(house.db, heard);
  const none = Object.fromEntries(PUBLICATION_STATUSES.map((status) => [status, 0])) as Record<PublicationStatus, number>;
  return { ...none, ...Object.fromEntries(rows.map((row) => [row.status, Number(row.total)])) };
}

/** Those a person brought in, by what they are. */
export async function ownPublicationCounts(house: House, visitor: Visitor) {
  const rows = await kindCounts(house.db, visitor.userName);
  const counts = Object.fromEntries(KINDS.map((kind) => [kind, Number(rows.find((row) => row.kind === kind)?.total ?? 0)]));
  const total = rows.reduce((sum, row) => sum + Number(row.total), 0);
  return { ...counts, total } as Record<(typeof KINDS)[number] | 'total', number>;
}
