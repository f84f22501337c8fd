import { contestSubmitMachine } from '../../contract/contest/contest-submit.machine.ts';
import { sql } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

type Db = Database | Tx;

export const exceptionById = (db: Db, id: number) =>
  db.selectFrom('contestException').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

export async function exceptionPage(db: Db, contestId: number, limit: number, offset: (total: number) => number) {
  const rows = db.selectFrom('contestException').where('contestId', '=', contestId).where('delFlag', '=', '0');
  const { total } = await rows.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const found = await rows
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows: found };
}
export type ExceptionRow = NonNullable<Awaited<ReturnType<typeof exceptionById>>>;

export const confirmedExceptions = (db: Db, contestId: number, kind: ExceptionRow['kind']) =>
  db
    .selectFrom('contestException')
    .selectAll()
    .where('contestId', '=', contestId)
    .where('kind', '=', kind)
    .where('status', '=', 'confirmed')
    .where('delFlag', '=', '0')
    .execute();

export const waitingException = (db: Db, contestId: number, kind: ExceptionRow['kind']) =>
  db
    .selectFrom('contestException')
    .select('id')
    .where('contestId', '=', contestId)
    .where('kind', '=', kind)
    .where('status', '=', 'waiting')
    .where('delFlag', '=', '0')
    .executeTakeFirst();

/** Awards that are given or planned, by group. */
export const awardCounts = (db: Db, contestId: number) =>
  db
    .selectFrom('contestSubmit')
    .select((eb) => ['groupName', 'awardName', eb.fn.countAll<number>().as('n')])
    .where('contestId', '=', contestId)
    .where('awardName', '<>', '')
    .where('status', 'in', contestSubmitMachine.groups.placed)
    .where('delFlag', '=', '0')
    .groupBy(['groupName', 'awardName'])
    .execute();

/** Exceptions that wait for a decision and that the user did not propose. */
export const exceptionsWaiting = (db: Database, accounts: ReadonlySet<number>) =>
  db
    .selectFrom('contestException')
    .innerJoin('contest', 'contest.id', 'contestException.contestId')
    .innerJoin('user', 'user.id', 'contestException.proposedBy')
    .select((eb) => [
      'contestException.id as itemId',
      'contest.title',
      sql<string>`'确认或驳回例外'`.as('note'),
      'user.nickName as askedBy',
      'contestException.createTime as since',
      'contest.publicityEnd as due',
      sql<string | null>`'/cms/contest/board/' || cast(${eb.ref('contest.id')} as text) || '?part=publicity&kind=exception'`.as('page'),
    ])
    .where('contestException.status', '=', 'waiting')
    .where('contestException.delFlag', '=', '0')
    .where('contestException.proposedBy', 'not in', [...accounts])
    .where('contest.delFlag', '=', '0');
