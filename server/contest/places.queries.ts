import { contestSubmitMachine } from '../../contract/contest/contest-submit.machine.ts';
import type { Database, Tx } from '../db/database.ts';

type Db = Database | Tx;

export const finalResults = (db: Db, roundId: number) =>
  db
    .selectFrom('contestResult')
    .innerJoin('contestSubmit', 'contestSubmit.id', 'contestResult.submitId')
    .selectAll('contestResult')
    .select('contestSubmit.status')
    .where('contestResult.roundId', '=', roundId)
    .where('contestSubmit.delFlag', '=', '0')
    .execute();

/** Entries with a place, in their order; at most those of the last round of one contest. */
export const placeRows = (db: Db, contestId: number) =>
  db
    .selectFrom('contestSubmit')
    .innerJoin('user', 'user.id', 'contestSubmit.userId')
    .select([
      'contestSubmit.id',
      'contestSubmit.submitNo',
      'contestSubmit.title',
      'contestSubmit.groupName',
      'contestSubmit.team',
      'contestSubmit.rank',
      'contestSubmit.finalScore',
      'contestSubmit.awardName',
      'contestSubmit.status',
      'contestSubmit.userId',
      'user.nickName',
    ])
    .where('contestSubmit.contestId', '=', contestId)
    .where('contestSubmit.delFlag', '=', '0')
    .where('contestSubmit.rank', '>', 0)
    .where('contestSubmit.status', 'in', contestSubmitMachine.groups.ranked)
    .orderBy('contestSubmit.groupName')
    .orderBy('contestSubmit.rank')
    .orderBy('contestSubmit.submitNo')
    .execute();

export const titlesOf = async (db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, string>> =>
  ids.length === 0
    ? new Map()
    : new Map((await db.selectFrom('contestSubmit').select(['id', 'title']).where('id', 'in', ids).execute()).map(({ id, title }) => [id, title]));
