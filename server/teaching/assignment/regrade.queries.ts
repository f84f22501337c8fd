import type { Database, Tx } from '../../db/database.ts';

type Db = Database | Tx;

export const regradeById = (db: Db, id: number) => db.selectFrom('regrade').selectAll().where('id', '=', id).executeTakeFirst();
export type RegradeRow = NonNullable<Awaited<ReturnType<typeof regradeById>>>;

export const regradesOf = (db: Db, assignmentId: number) =>
  db
    .selectFrom('regrade')
    .leftJoin('user', 'user.id', 'regrade.byId')
    .selectAll('regrade')
    .select('user.nickName')
    .select((eb) =>
      eb
        .selectFrom('regradeLine')
        .select((count) => count.fn.countAll<number>().as('n'))
        .whereRef('regradeLine.regradeId', '=', 'regrade.id')
        .as('changed'),
    )
    .where('assignmentId', '=', assignmentId)
    .where('regrade.status', 'in', ['applied', 'undone'])
    .orderBy('regrade.id')
    .execute();

/** Corrections that hold now, the first one first. */
export const appliedRegrades = (db: Db, assignmentId: number) =>
  db
    .selectFrom('regrade')
    .selectAll()
    .where('assignmentId', '=', assignmentId)
    .where('status', '=', 'applied')
    .orderBy('appliedAt')
    .orderBy('id')
    .execute();

export const insertRegrade = (
  tx: Tx,
  one: {
    readonly assignmentId: number;
    readonly itemId: string;
    readonly change: string;
    readonly onlyUp: '0' | '1';
    readonly withManual: '0' | '1';
    readonly byId: number;
    readonly createBy: string;
  },
  now: number,
) =>
  tx
    .insertInto('regrade')
    .values({ ...one, appliedAt: null, createTime: now, updateTime: now })
    .returningAll()
    .executeTakeFirstOrThrow();

const CHUNK = 200;
export async function addLines(
  tx: Tx,
  lines: readonly {
    readonly regradeId: number;
    readonly attemptId: number;
    readonly before: number;
    readonly after: number;
    readonly stored: string;
  }[],
): Promise<void> {
  for (let at = 0; at < lines.length; at += CHUNK)
    await tx
      .insertInto('regradeLine')
      .values(lines.slice(at, at + CHUNK))
      .execute();
}
export const linesOf = (db: Db, regradeId: number) =>
  db.selectFrom('regradeLine').selectAll().where('regradeId', '=', regradeId).orderBy('attemptId').execute();

/** Attempts of an assignment that are over, with their versions: what a preview was made from. */
export const endedAttempts = (db: Db, assignmentId: number) =>
  db
    .selectFrom('attempt')
    .selectAll()
    .where('assignmentId', '=', assignmentId)
    .where('status', 'in', ['submitted', 'graded'])
    .orderBy('id')
    .execute();
export const itemsNamed = (db: Db, assignmentId: number, itemId: string) =>
  db
    .selectFrom('attemptItem')
    .innerJoin('attempt', 'attempt.id', 'attemptItem.attemptId')
    .selectAll('attemptItem')
    .where('attempt.assignmentId', '=', assignmentId)
    .where('attempt.status', 'in', ['submitted', 'graded'])
    .where('attemptItem.itemId', '=', itemId)
    .execute();
/** The sums of the other items of attempts: what an item is added to. */
export const otherSums = (db: Db, assignmentId: number, itemId: string) =>
  db
    .selectFrom('attemptItem')
    .innerJoin('attempt', 'attempt.id', 'attemptItem.attemptId')
    .select('attemptItem.attemptId')
    .select((eb) => eb.fn.sum<number>(eb.fn.coalesce('attemptItem.manual', 'attemptItem.auto')).as('score'))
    .select((eb) => eb.fn.sum<number>('attemptItem.points').as('points'))
    .where('attempt.assignmentId', '=', assignmentId)
    .where('attempt.status', 'in', ['submitted', 'graded'])
    .where('attemptItem.itemId', '!=', itemId)
    .groupBy('attemptItem.attemptId')
    .execute();
