import type { ObjectionState } from '../../contract/contest/contest-objection.machine.ts';
import type { Database, Tx } from '../db/database.ts';

type Db = Database | Tx;

interface Asked {
  readonly contestId?: number | undefined;
  readonly userId?: number | undefined;
  readonly status?: ObjectionState | undefined;
}

export const objectionById = (tx: Tx, id: number) =>
  tx.selectFrom('contestObjection').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();
export type ObjectionRow = NonNullable<Awaited<ReturnType<typeof objectionById>>>;

const rows = (db: Db, { contestId, userId, status }: Asked) =>
  db
    .selectFrom('contestObjection')
    .innerJoin('contest', 'contest.id', 'contestObjection.contestId')
    .innerJoin('user', 'user.id', 'contestObjection.userId')
    .leftJoin('contestSubmit', 'contestSubmit.id', 'contestObjection.submitId')
    .where('contestObjection.delFlag', '=', '0')
    .$if(contestId !== undefined, (query) => query.where('contestObjection.contestId', '=', contestId ?? 0))
    .$if(userId !== undefined, (query) => query.where('contestObjection.userId', '=', userId ?? 0))
    .$if(status !== undefined, (query) => query.where('contestObjection.status', '=', status ?? 'open'));

export async function objectionPage(db: Db, asked: Asked, limit: number, offset: (total: number) => number) {
  const { total } = await rows(db, asked)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const found = await rows(db, asked)
    .selectAll('contestObjection')
    .select(['contest.title as contestTitle', 'user.nickName', 'contestSubmit.title', 'contestSubmit.submitNo'])
    .orderBy((eb) => eb.case().when('contestObjection.status', '=', 'open').then(0).else(1).end())
    .orderBy('contestObjection.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows: found };
}
export type ObjectionRecord = Awaited<ReturnType<typeof objectionPage>>['rows'][number];
