import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Rounds whose next step is the organisers': to allocate, to close after the end, or to confirm. */
export const roundsWaiting = (db: Database, now: number) =>
  db
    .selectFrom('contestRound')
    .innerJoin('contest', 'contest.id', 'contestRound.contestId')
    .select((eb) => [
      'contestRound.id as itemId',
      'contest.title',
      eb
        .case()
        .when('contestRound.status', '=', 'scored')
        .then('合议、确认晋级')
        .when('contestRound.status', '=', 'open')
        .then('结束汇总')
        .else('检查回避、分配评委')
        .end()
        .as('note'),
      sql<string>`''`.as('askedBy'),
      'contestRound.updateTime as since',
      'contestRound.endTime as due',
      sql<string | null>`'/cms/contest/board/' || cast(${eb.ref('contest.id')} as text) || '?part=round' || ${eb.ref('contestRound.roundType')}`.as(
        'page',
      ),
    ])
    .where('contest.status', '=', 'judging')
    .where('contest.delFlag', '=', '0')
    .where('contestRound.delFlag', '=', '0')
    .where((eb) =>
      eb.or([
        eb('contestRound.status', '=', 'scored'),
        eb.and([eb('contestRound.status', '=', 'open'), eb('contestRound.endTime', '<=', now)]),
        eb.and([
          eb('contestRound.status', '=', 'pending'),
          eb.not(
            eb.exists(
              eb
                .selectFrom('contestRound as before')
                .select('before.id')
                .whereRef('before.contestId', '=', 'contestRound.contestId')
                .whereRef('before.roundType', '<', 'contestRound.roundType')
                .where('before.delFlag', '=', '0')
                .where('before.status', '<>', 'confirmed'),
            ),
          ),
        ]),
      ]),
    );

/** Objections without an answer that another person raised. */
export const objectionsWaiting = (db: Database, accounts: ReadonlySet<number>) =>
  db
    .selectFrom('contestObjection')
    .innerJoin('contest', 'contest.id', 'contestObjection.contestId')
    .innerJoin('user', 'user.id', 'contestObjection.userId')
    .select((eb) => [
      'contestObjection.id as itemId',
      'contest.title',
      sql<string>`'处理异议'`.as('note'),
      'user.nickName as askedBy',
      'contestObjection.createTime as since',
      'contest.publicityEnd as due',
      sql<string | null>`'/cms/contest/board/' || cast(${eb.ref('contest.id')} as text) || '?part=publicity'`.as('page'),
    ])
    .where('contestObjection.status', '=', 'open')
    .where('contestObjection.delFlag', '=', '0')
    .where('contestObjection.userId', 'not in', [...accounts])
    .where('contest.delFlag', '=', '0');
