import { sql } from 'kysely';
import { SHANGHAI_MS } from '../../../contract/clock.ts';
import type { ReportFilter } from '../../../contract/report/report.ts';
import type { Database } from '../../db/database.ts';

/** Epoch milliseconds; the end is not in it. */
interface Range {
  readonly begin: number;
  readonly end: number;
  readonly filter: ReportFilter;
}
const dayOf = (at: number): string => new Date(at + SHANGHAI_MS).toISOString().slice(0, 10);

/** Works that took one of the steps in the range; a work that takes it twice is there twice. */
export const steppedWorks = (db: Database, events: readonly string[], { begin, end, filter }: Range) =>
  db
    .selectFrom('flowLog')
    .innerJoin('publication', 'publication.id', 'flowLog.entityId')
    .select(['publication.id', 'publication.title', 'publication.publishNo as note', 'flowLog.at', 'publication.kind as by'])
    .where('flowLog.entityType', '=', 'publication')
    .where('flowLog.event', 'in', [...events])
    .where('flowLog.at', '>=', begin)
    .where('flowLog.at', '<', end)
    .where('publication.delFlag', '=', '0')
    .$if(Boolean(filter['kind']), (query) => query.where('publication.kind', '=', filter['kind'] as 'book'));

/** Works that readers can find now. */
export const listedWorks = (db: Database, { filter }: Range) =>
  db
    .selectFrom('publication')
    .select(['publication.id', 'publication.title', 'publication.publishNo as note', 'publication.listTime as at', 'publication.kind as by'])
    .where('publication.status', '=', 'listed')
    .where('publication.delFlag', '=', '0')
    .$if(Boolean(filter['kind']), (query) => query.where('publication.kind', '=', filter['kind'] as 'book'));

/** Print runs by the day of printing; copies, and what they cost at the list price. */
export const printRuns = (db: Database, { begin, end, filter }: Range) =>
  db
    .selectFrom('printRun')
    .innerJoin('publication', 'publication.id', 'printRun.publishId')
    .select(['publication.id', 'publication.title', sql<string>`'第' || print_run.impression || '次印刷，' || print_run.printed_on`.as('note')])
    .select(['printRun.createTime as at', 'printRun.copies', 'publication.kind'])
    // A product of whole numbers, which both engines calculate exactly.
    .select((eb) => eb('printRun.copies', '*', eb.ref('printRun.listPriceFen')).as('fen'))
    .where('printRun.printedOn', '>=', dayOf(begin))
    .where('printRun.printedOn', '<', dayOf(end))
    .$if(Boolean(filter['kind']), (query) => query.where('publication.kind', '=', filter['kind'] as 'book'));

export const printedByKind = async (db: Database, range: Range) => {
  const rows = await db
    .selectFrom(printRuns(db, range).as('item'))
    .select((eb) => ['item.kind', eb.fn.sum<number>('item.copies').as('copies')])
    .groupBy('item.kind')
    .execute();
  return new Map(rows.map(({ kind, copies }) => [kind as string, Number(copies)]));
};
