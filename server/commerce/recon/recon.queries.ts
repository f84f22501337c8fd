import type { ExpressionBuilder, Insertable, Selectable } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { ReconItemTable } from '../../db/tables/money-tables.ts';
import type { Tables } from '../../db/tables.ts';
import { requestTrace } from '../../db/request-trace.ts';

type Db = Database | Tx;
export type ItemRow = Selectable<ReconItemTable>;
export type NewItem = Insertable<ReconItemTable>;

/** Rows of one transaction of an import: other statements wait for its end. */
export const SLICE = 50;

export const dayRow = (db: Db, id: number) => db.selectFrom('reconDay').selectAll().where('id', '=', id).executeTakeFirst();
export type DayRow = NonNullable<Awaited<ReturnType<typeof dayRow>>>;

/** Locks a day until the end of the transaction. */
export const lockDay = (tx: Tx, id: number) =>
  tx
    .updateTable('reconDay')
    .set((eb) => ({ updateTime: eb.ref('updateTime') }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

/** The day of a channel; made when it is not there. */
export async function dayOf(tx: Tx, channel: string, day: string, now: number): Promise<DayRow> {
  await tx
    .insertInto('reconDay')
    .values({ channel, day, createTime: now, updateTime: now })
    .onConflict((on) => on.columns(['channel', 'day']).doNothing())
    .execute();
  const { id } = await tx.selectFrom('reconDay').select('id').where('channel', '=', channel).where('day', '=', day).executeTakeFirstOrThrow();
  return lockDay(tx, id);
}

export const paymentsByNo = (db: Db, numbers: readonly string[]) =>
  numbers.length === 0
    ? Promise.resolve([])
    : db.selectFrom('payment').select(['id', 'paymentNo', 'channel', 'amountFen', 'status']).where('paymentNo', 'in', numbers).execute();

export const refundsByNo = (db: Db, numbers: readonly string[]) =>
  numbers.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('refund')
        .innerJoin('payment', 'payment.id', 'refund.paymentId')
        .select(['refund.id', 'refund.refundNo', 'refund.fen', 'refund.status', 'refund.transferBy', 'payment.channel'])
        .where('refund.refundNo', 'in', numbers)
        .execute();

/** How many payments of a channel, and refunds of all channels, a time has. */
export async function recordsBetween(db: Db, channel: string, from: number, to: number): Promise<number> {
  const paid = await db
    .selectFrom('payment')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('channel', '=', channel)
    .where('paidAt', '>=', from)
    .where('paidAt', '<', to)
    .executeTakeFirstOrThrow();
  const returned = await db
    .selectFrom('refund')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('doneAt', '>=', from)
    .where('doneAt', '<', to)
    .executeTakeFirstOrThrow();
  return Number(paid.n) + Number(returned.n);
}

/**
 * What we have for a channel and a time and no bill lists: payments by the time of payment, refunds by the time they were done. A row that was adopted
 * from a former bill of the day says nothing about the new one.
 */
export async function unlisted(db: Db, { id, channel }: Pick<DayRow, 'id' | 'channel'>, from: number, to: number) {
  const says = (eb: ExpressionBuilder<Tables, 'reconItem'>) =>
    eb.or([eb('reconItem.reconDayId', '!=', id), eb('reconItem.adoptBy', 'is', null), eb('reconItem.kind', '=', 'ours_only')]);
  const payments = await db
    .selectFrom('payment')
    .leftJoin('reconItem', (join) =>
      join
        .onRef('reconItem.ourNo', '=', 'payment.paymentNo')
        .onRef('reconItem.paymentId', '=', 'payment.id')
        .on('reconItem.channel', '=', channel)
        .on(says),
    )
    .select(['payment.id', 'payment.paymentNo as no', 'payment.amountFen as fen'])
    .where('payment.channel', '=', channel)
    .where('payment.status', '=', 'paid')
    // Money out of the suspense account is in the bill of its difference.
    .where('payment.suspenseEndId', 'is', null)
    .where('payment.paidAt', '>=', from)
    .where('payment.paidAt', '<', to)
    .where('reconItem.id', 'is', null)
    .execute();
  const refunds = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .leftJoin('reconItem', (join) =>
      join
        .onRef('reconItem.ourNo', '=', 'refund.refundNo')
        .onRef('reconItem.refundId', '=', 'refund.id')
        .on('reconItem.channel', '=', channel)
        .on(says),
    )
    .select(['refund.id', 'refund.refundNo as no', 'refund.fen'])
    .where('payment.channel', '=', channel)
    .where('refund.status', '=', 'done')
    .where('refund.transferBy', 'is', null)
    .where('refund.doneAt', '>=', from)
    .where('refund.doneAt', '<', to)
    .where('reconItem.id', 'is', null)
    .execute();
  return { payments, refunds };
}

export async function addItems(tx: Tx, rows: readonly NewItem[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('reconItem')
      .values([...rows])
      .execute();
}

/** Removes some of what a former bill of the day said; what is adopted, or waits for its second person, stays. Returns whether there was any. */
export const removeSomeItems = async (tx: Tx, reconDayId: number): Promise<boolean> =>
  (
    await tx
      .deleteFrom('reconItem')
      .where('id', 'in', (eb) =>
        eb.selectFrom('reconItem as old').select('old.id').where('old.reconDayId', '=', reconDayId).where('old.adoptBy', 'is', null).limit(SLICE),
      )
      .returning('id')
      .execute()
  ).length > 0;

export const adoptedItems = (db: Db, reconDayId: number) =>
  db.selectFrom('reconItem').selectAll().where('reconDayId', '=', reconDayId).where('adoptBy', 'is not', null).execute();

/** Differences of other days that say we alone have a number, which the bill of this day lists. */
export const resolveListedLater = (tx: Tx, channel: string, reconDayId: number, numbers: readonly string[], now: number) =>
  tx
    .updateTable('reconItem')
    .set({ open: '0', resolution: 'later', updateTime: now })
    .where('channel', '=', channel)
    .where('ourNo', 'in', numbers)
    .where('kind', '=', 'ours_only')
    .where('open', '=', '1')
    .where('adoptBy', 'is', null)
    .where('reconDayId', '!=', reconDayId)
    .execute();

export const openCount = async (db: Db, reconDayId: number): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('reconItem')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('reconDayId', '=', reconDayId)
        .where('open', '=', '1')
        .executeTakeFirstOrThrow()
    ).n,
  );

export const itemById = (db: Db, id: number) => db.selectFrom('reconItem').selectAll().where('id', '=', id).executeTakeFirst();

export const setItem = (db: Db, id: number, columns: Partial<Omit<ItemRow, 'id'>>) =>
  db.updateTable('reconItem').set(columns).where('id', '=', id).execute();

/** Takes an import that is due: each is returned to one server only. */
export const takeDueImport = (db: Database, now: number, nextAt: number) =>
  db
    .updateTable('reconImport')
    .set((eb) => ({ nextAt, attempts: eb('attempts', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('reconImport as due')
        .select('due.id')
        .where('due.finishedAt', 'is', null)
        .where('due.nextAt', '<=', now)
        .orderBy('due.nextAt')
        .limit(1),
    )
    .where('nextAt', '<=', now)
    .returningAll()
    .executeTakeFirst();
export type ImportRow = NonNullable<Awaited<ReturnType<typeof takeDueImport>>>;

/** Writes the state of an import; nothing when another server has taken it over since. */
export const setImport = (db: Db, { id, attempts }: Pick<ImportRow, 'id' | 'attempts'>, columns: Partial<Omit<ImportRow, 'id'>>) =>
  db.updateTable('reconImport').set(columns).where('id', '=', id).where('attempts', '=', attempts).execute();

/** Begins to replace what is known of a day: it has no bill until the last part is there. Returns the version that the parts must find. */
export const startBill = async (tx: Tx, id: number, now: number): Promise<number> =>
  (
    await tx
      .updateTable('reconDay')
      .set((eb) => ({ hash: '', updateTime: now, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .returning('version')
      .executeTakeFirstOrThrow()
  ).version;

export const addImport = async (
  db: Db,
  row: Pick<ImportRow, 'day' | 'channel' | 'source' | 'fileName' | 'fileKey' | 'hash' | 'createBy' | 'createTime' | 'nextAt'>,
): Promise<number> =>
  (
    await db
      .insertInto('reconImport')
      .values({ requestId: requestTrace(), ...row, finishedAt: null })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

export const importById = (db: Db, id: number) => db.selectFrom('reconImport').selectAll().where('id', '=', id).executeTakeFirst();

/** Days of a channel that have a bill, or an import on its way. */
export const knownDays = async (db: Db, channel: string, days: readonly string[]): Promise<ReadonlySet<string>> => {
  const [done, running] = [
    await db.selectFrom('reconDay').select('day').where('channel', '=', channel).where('day', 'in', days).where('hash', '!=', '').execute(),
    await db
      .selectFrom('reconImport')
      .select('day')
      .where('channel', '=', channel)
      .where('day', 'in', days)
      .where('finishedAt', 'is', null)
      .execute(),
  ];
  return new Set([...done, ...running].map(({ day }) => day));
};

/** The time of the first payment through a channel; null before it. */
export const firstPaid = async (db: Db, channel: string): Promise<number | null> =>
  (
    await db
      .selectFrom('payment')
      .select('paidAt')
      .where('channel', '=', channel)
      .where('paidAt', 'is not', null)
      .orderBy('paidAt')
      .limit(1)
      .executeTakeFirst()
  )?.paidAt ?? null;

/** What reconciliation took from the account of each channel: fees, transfers, and what is in suspense. */
export async function reconMoney(db: Db): Promise<ReadonlyMap<string, { billFen: number; suspenseFen: number }>> {
  const money = new Map<string, { billFen: number; suspenseFen: number }>();
  const bills = await db
    .selectFrom('reconDay')
    .select((eb) => ['channel', eb.fn.sum<number>('feeFen').as('feeFen'), eb.fn.sum<number>('transferFen').as('transferFen')])
    .groupBy('channel')
    .execute();
  for (const row of bills) money.set(row.channel, { billFen: Number(row.feeFen) + Number(row.transferFen), suspenseFen: 0 });
  const adopted = await db
    .selectFrom('reconItem')
    .select((eb) => ['channel', eb.fn.sum<number>('suspenseFen').as('fen')])
    .where('resolution', '=', 'adopted')
    .groupBy('channel')
    .execute();
  for (const row of adopted) money.set(row.channel, { billFen: money.get(row.channel)?.billFen ?? 0, suspenseFen: Number(row.fen) });
  return money;
}
