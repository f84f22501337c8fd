import { sql } from 'kysely';
import type { ReportFilter } from '../../../contract/report/report.ts';
import type { Database } from '../../db/database.ts';
import { personKeySql } from '../../db/same-person.ts';

/** Epoch milliseconds; the end is not in it. */
interface Range {
  readonly begin: number;
  readonly end: number;
  readonly filter: ReportFilter;
}

/** Entries that were submitted in the range, whatever became of them. */
export const entries = (db: Database, { begin, end, filter }: Range) =>
  db
    .selectFrom('contestSubmit')
    .innerJoin('contest', 'contest.id', 'contestSubmit.contestId')
    .select([
      'contest.id',
      'contest.id as by',
      'contestSubmit.title',
      'contest.title as note',
      'contestSubmit.submittedAt as at',
      'contestSubmit.status',
    ])
    .where('contestSubmit.delFlag', '=', '0')
    .where('contestSubmit.submittedAt', '>=', begin)
    .where('contestSubmit.submittedAt', '<', end)
    .$if(Boolean(filter['contest']), (query) => query.where('contest.id', '=', Number(filter['contest'])));

/** People who entered; a row names nobody, because the judges of a round must not learn who entered. */
export const contestants = (db: Database, range: Range) =>
  entries(db, range)
    .clearSelect()
    .innerJoin('user', 'user.id', 'contestSubmit.userId')
    .select((eb) => [
      eb.fn.min<number>('contestSubmit.id').as('id'),
      sql<string>`'参赛者'`.as('title'),
      sql<string>`count(*) || '件作品'`.as('note'),
      eb.fn.max<number>('contestSubmit.submittedAt').as('at'),
    ])
    .groupBy(personKeySql('user'));

/** Tasks that a judge handed in. */
export const judged = (db: Database, { begin, end, filter }: Range) =>
  db
    .selectFrom('judgeTask')
    .innerJoin('contest', 'contest.id', 'judgeTask.contestId')
    .innerJoin('contestSubmit', 'contestSubmit.id', 'judgeTask.submitId')
    .select(['contest.id', 'contest.id as by', 'contestSubmit.submitNo as title', 'contest.title as note', 'judgeTask.submittedAt as at'])
    .where('judgeTask.delFlag', '=', '0')
    .where('judgeTask.status', '=', 'submitted')
    .where('judgeTask.submittedAt', '>=', begin)
    .where('judgeTask.submittedAt', '<', end)
    .$if(Boolean(filter['contest']), (query) => query.where('contest.id', '=', Number(filter['contest'])));

/** Tasks that wait for a judge or are handed in; recused ones are done by somebody else. */
export const tasksOf = (db: Database, range: Range) =>
  db
    .selectFrom('judgeTask')
    .select((eb) => [eb.fn.countAll<number>().as('all'), sql<number>`count(case when status = 'submitted' then 1 end)`.as('done')])
    .where('delFlag', '=', '0')
    .where('status', '<>', 'recused')
    .where('createTime', '>=', range.begin)
    .where('createTime', '<', range.end)
    .$if(Boolean(range.filter['contest']), (query) => query.where('contestId', '=', Number(range.filter['contest'])))
    .executeTakeFirstOrThrow();

/** Certificates that are valid. */
export const awards = (db: Database, { begin, end, filter }: Range) =>
  db
    .selectFrom('contestCertificate')
    .innerJoin('contest', 'contest.id', 'contestCertificate.contestId')
    .select([
      'contest.id',
      'contest.id as by',
      'contestCertificate.title',
      'contestCertificate.awardName as note',
      'contestCertificate.issuedAt as at',
    ])
    .where('contestCertificate.revokedAt', 'is', null)
    .where('contestCertificate.issuedAt', '>=', begin)
    .where('contestCertificate.issuedAt', '<', end)
    .$if(Boolean(filter['contest']), (query) => query.where('contest.id', '=', Number(filter['contest'])));

export const openContests = (db: Database, states: readonly string[], { filter }: Range) =>
  db
    .selectFrom('contest')
    .select(['contest.id', 'contest.title', 'contest.status as note', 'contest.submitEnd as at'])
    .where('contest.delFlag', '=', '0')
    .where('contest.status', 'in', states as 'collecting'[])
    .$if(Boolean(filter['contest']), (query) => query.where('contest.id', '=', Number(filter['contest'])));

export const contestNames = (db: Database) =>
  db
    .selectFrom('contest')
    .select(['id', 'title'])
    .where('delFlag', '=', '0')
    .where('status', '<>', 'draft')
    .orderBy('id', 'desc')
    .limit(200)
    .execute();
