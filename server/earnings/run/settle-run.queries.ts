import type { Database, Tx } from '../../db/database.ts';
import { requestTrace } from '../../db/request-trace.ts';

type Db = Database | Tx;

const rows = (db: Db) => db.selectFrom('settleRun').leftJoin('user', 'user.id', 'settleRun.userId').selectAll('settleRun').select('user.nickName');

export const runById = (db: Db, id: number) => rows(db).where('settleRun.id', '=', id).executeTakeFirst();
export type RunRowOf = NonNullable<Awaited<ReturnType<typeof runById>>>;

/** The last run of each month. */
export const lastRuns = (db: Db) =>
  rows(db)
    .where('settleRun.id', 'in', (eb) =>
      eb
        .selectFrom('settleRun as last')
        .select((one) => one.fn.max('last.id').as('id'))
        .groupBy('last.period'),
    )
    .execute();

export const lastRunOf = (db: Db, period: string) =>
  db.selectFrom('settleRun').selectAll().where('period', '=', period).orderBy('id', 'desc').limit(1).executeTakeFirst();

export const addRun = async (
  tx: Tx,
  run: { period: string; step: string; reason: string; userId: number; nextAt: number; createTime: number },
): Promise<number> =>
  (
    await tx
      .insertInto('settleRun')
      .values({ requestId: requestTrace(), ...run, finishedAt: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** Takes a run that is due: each is returned to one server only. */
export const takeDueRun = (db: Database, now: number, nextAt: number) =>
  db
    .updateTable('settleRun')
    .set((eb) => ({ nextAt, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('settleRun as due')
        .select('due.id')
        .where('due.finishedAt', 'is', null)
        .where('due.nextAt', '<=', now)
        .orderBy('due.nextAt')
        .limit(1),
    )
    .where('nextAt', '<=', now)
    .returningAll()
    .executeTakeFirst();
export type TakenRun = NonNullable<Awaited<ReturnType<typeof takeDueRun>>>;

export const takenRun = (db: Db, id: number): Promise<TakenRun> =>
  db.selectFrom('settleRun').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Writes the state of a run; returns false when another server has taken it over since. */
export const setRun = async (
  db: Db,
  { id, attempts }: Pick<TakenRun, 'id' | 'attempts'>,
  columns: Partial<Omit<TakenRun, 'id'>>,
): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('settleRun')
    .set(columns)
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('finishedAt', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows) === 1;
};

/** The lines of a month, without their arithmetic. */
export const linesOf = (db: Db, period: string, after: number, limit: number) =>
  db
    .selectFrom('earning')
    .select(['id', 'userId', 'protocolId', 'sourceType', 'sourceId', 'status', 'editedBy', 'grossFen', 'basis', 'version'])
    .where('period', '=', period)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
export type LineOf = Awaited<ReturnType<typeof linesOf>>[number];

export const pendingIds = (db: Db, period: string) =>
  db.selectFrom('earning').select(['id', 'earningNo']).where('period', '=', period).where('status', '=', 'pending').orderBy('id').execute();

/** What the payees of a published month have in it, from a payee on. */
export const sumsOfPayees = (db: Db, period: string, after: number, limit: number) =>
  db
    .selectFrom('earning')
    .select((eb) => ['userId', eb.fn.sum<number>('grossFen').as('fen')])
    .where('period', '=', period)
    .where('status', '<>', 'void')
    .where('userId', '>', after)
    .groupBy('userId')
    .orderBy('userId')
    .limit(limit)
    .execute();

export const countPayees = async (db: Db, period: string, after: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('earning')
        .select((eb) => eb.fn.count<number>('userId').distinct().as('n'))
        .where('period', '=', period)
        .where('status', '<>', 'void')
        .where('userId', '>', after)
        .executeTakeFirstOrThrow()
    ).n,
  );

/** Whose statements of a month are frozen. */
export const statedOf = (db: Db, period: string) =>
  db.selectFrom('statement').select(['protocolId', 'userId']).where('period', '=', period).execute();
