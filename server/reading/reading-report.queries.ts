import { sql } from 'kysely';
import { SHANGHAI_MS } from '../../contract/clock.ts';
import type { ReportFilter } from '../../contract/report/report.ts';
import type { Database } from '../db/database.ts';
import { personKeySql } from '../db/same-person.ts';

/** Epoch milliseconds; the end is not in it. */
interface Range {
  readonly begin: number;
  readonly end: number;
  readonly filter: ReportFilter;
}
const dayOf = (at: number): string => new Date(at + SHANGHAI_MS).toISOString().slice(0, 10);
/** Hundredths of a percent; the partial index has the same number. */
const FINISHED = sql.lit(9900);
/** A row that shows its day needs no time. */
const NO_TIME = sql<number | null>`cast(null as bigint)`;

/** Days with reading of people, without what they read. */
const readingDays = (db: Database, { begin, end }: Range) =>
  db
    .selectFrom('readingDay')
    .where('readingDay.day', '>=', dayOf(begin))
    .where('readingDay.day', '<', dayOf(end))
    .where('readingDay.deleted', '=', '0')
    .where('readingDay.seconds', '>', 0);

/** People who read, one row for each; a row names nobody. */
export const readers = (db: Database, range: Range) =>
  readingDays(db, range)
    .innerJoin('user', 'user.id', 'readingDay.userId')
    .select((eb) => [
      eb.fn.min<number>('readingDay.id').as('id'),
      sql<string>`'读者'`.as('title'),
      sql<string>`count(distinct reading_day.day) || '天'`.as('note'),
      NO_TIME.as('at'),
    ])
    .groupBy(personKeySql('user'));

/** The time of reading, one row for each day. */
export const hours = (db: Database, range: Range) =>
  readingDays(db, range)
    .select((eb) => [
      eb.fn.min<number>('readingDay.id').as('id'),
      'readingDay.day as title',
      sql<string>`count(distinct reading_day.user_id) || '人'`.as('note'),
      NO_TIME.as('at'),
      eb.fn.sum<number>('readingDay.seconds').as('amount'),
    ])
    .groupBy('readingDay.day');

const progress = (db: Database, { filter }: Range) =>
  db
    .selectFrom('readingProgress')
    .innerJoin('publication', 'publication.id', 'readingProgress.publicationId')
    .select(['publication.id', 'publication.id as by', 'publication.title', 'publication.authorsText as note'])
    .$if(Boolean(filter['kind']), (query) => query.where('publication.kind', '=', filter['kind'] as 'book'));

/** Works that a reader came to the end of; a row names the work and no reader. */
export const finished = (db: Database, range: Range) =>
  progress(db, range)
    .select('readingProgress.updateTime as at')
    .where('readingProgress.percent', '>=', FINISHED)
    .where('readingProgress.updateTime', '>=', range.begin)
    .where('readingProgress.updateTime', '<', range.end);

/** Works that a reader began. */
export const begun = (db: Database, range: Range) =>
  progress(db, range)
    .select(['readingProgress.beganAt as at', 'readingProgress.userId'])
    .where('readingProgress.beganAt', '>=', range.begin)
    .where('readingProgress.beganAt', '<', range.end);

/** Works with a price that a reader began without a right to all of it. */
export const trials = (db: Database, range: Range) =>
  begun(db, range)
    .where('publication.isFree', '=', '0')
    .where('publication.salePriceFen', '>', 0)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('entitlement')
            .select('entitlement.id')
            .whereRef('entitlement.userId', '=', 'readingProgress.userId')
            .whereRef('entitlement.publicationId', '=', 'readingProgress.publicationId')
            .whereRef('entitlement.createTime', '<=', 'readingProgress.beganAt'),
        ),
      ),
    );

/** Those of them that the reader bought before the end of the range. */
export const bought = (db: Database, range: Range) =>
  trials(db, range).where((eb) =>
    eb.exists(
      eb
        .selectFrom('entitlement as later')
        .select('later.id')
        .whereRef('later.userId', '=', 'readingProgress.userId')
        .whereRef('later.publicationId', '=', 'readingProgress.publicationId')
        .where('later.source', '=', 'order')
        .whereRef('later.createTime', '>', 'readingProgress.beganAt')
        .where('later.createTime', '<', range.end),
    ),
  );

/** Readers who began and who finished, by work; the most read first. */
export const mostRead = (db: Database, range: Range, most: number) =>
  db
    .selectFrom(begun(db, range).as('item'))
    .select((eb) => ['item.id', 'item.title', 'item.note', eb.fn.countAll<number>().as('readers')])
    .groupBy(['item.id', 'item.title', 'item.note'])
    .orderBy('readers', 'desc')
    .orderBy('item.id')
    .limit(most)
    .execute();
