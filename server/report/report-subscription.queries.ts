import type { Database, Tx } from '../db/database.ts';

type Db = Database | Tx;

const subscriptions = (db: Db) =>
  db
    .selectFrom('reportSubscription')
    .innerJoin('user', 'user.id', 'reportSubscription.ownerId')
    .selectAll('reportSubscription')
    .select('user.nickName as ownerName')
    .where('reportSubscription.delFlag', '=', '0');

export const subscriptionById = (db: Db, id: number) => subscriptions(db).where('reportSubscription.id', '=', id).executeTakeFirst();
export type SubscriptionRow = NonNullable<Awaited<ReturnType<typeof subscriptionById>>>;

/** What a user created or receives, newest first. */
export async function subscriptionPage(db: Db, userId: number, limit: number, offset: (total: number) => number) {
  const found = subscriptions(db).where((eb) =>
    eb.or([
      eb('reportSubscription.ownerId', '=', userId),
      eb(
        'reportSubscription.id',
        'in',
        eb.selectFrom('reportRecipient').select('reportRecipient.subscriptionId').where('reportRecipient.userId', '=', userId),
      ),
    ]),
  );
  const { total } = await found
    .clearSelect()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await found
    .orderBy('reportSubscription.id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

export const recipientsOf = (db: Db, subscriptionIds: readonly number[]) =>
  subscriptionIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('reportRecipient')
        .innerJoin('user', 'user.id', 'reportRecipient.userId')
        .select(['reportRecipient.subscriptionId', 'user.id as userId', 'user.nickName', 'user.userName', 'user.email'])
        .where('reportRecipient.subscriptionId', 'in', subscriptionIds)
        .orderBy('user.id')
        .execute();
export type RecipientRow = Awaited<ReturnType<typeof recipientsOf>>[number];

/** Runs of a subscription, newest first. */
export async function runPage(db: Db, subscriptionId: number, limit: number, offset: (total: number) => number) {
  const found = db.selectFrom('reportRun').where('subscriptionId', '=', subscriptionId);
  const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll()
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset(Number(total)))
    .execute();
  return { total: Number(total), rows };
}

/** The last run of each subscription. */
export const lastRuns = (db: Db, subscriptionIds: readonly number[]) =>
  subscriptionIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('reportRun')
        .selectAll()
        .where('id', 'in', (eb) =>
          eb
            .selectFrom('reportRun as run')
            .select((inner) => inner.fn.max<number>('run.id').as('id'))
            .where('run.subscriptionId', 'in', subscriptionIds)
            .groupBy('run.subscriptionId'),
        )
        .execute();

/** The subscription that has been due longest. */
export const dueSubscription = (db: Db, now: number) =>
  subscriptions(db)
    .where('reportSubscription.paused', '=', '0')
    .where('reportSubscription.nextAt', '<=', now)
    .orderBy('reportSubscription.nextAt')
    .limit(1)
    .executeTakeFirst();

export const countOwn = async (db: Db, userId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('reportSubscription')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('ownerId', '=', userId)
        .where('delFlag', '=', '0')
        .executeTakeFirstOrThrow()
    ).total,
  );
