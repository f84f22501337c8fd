import { refundMachine } from '../../contract/commerce/refund.machine.ts';
import type { Database, Tx } from '../db/database.ts';

type Db = Database | Tx;

export const everyOrder = (db: Db) =>
  db.selectFrom('order').select(['id', 'orderNo', 'status', 'channel', 'payFen', 'refundedFen']).orderBy('id').execute();

/** Every order line with the number of its live rights; a suspended right counts, because its refund may still fail. */
export const paidLines = async (db: Db) =>
  (
    await db
      .selectFrom('orderItem')
      .leftJoin('entitlement', (join) =>
        join.on('entitlement.source', '=', 'order').onRef('entitlement.sourceId', '=', 'orderItem.id').on('entitlement.revoked', '=', '0'),
      )
      .select((eb) => [
        'orderItem.id',
        'orderItem.orderId',
        'orderItem.payFen',
        'orderItem.refundedFen',
        'orderItem.finishedAt',
        'orderItem.kind',
        eb.fn.count<number>('entitlement.id').as('rights'),
      ])
      .groupBy(['orderItem.id', 'orderItem.orderId', 'orderItem.payFen', 'orderItem.refundedFen', 'orderItem.finishedAt', 'orderItem.kind'])
      .execute()
  ).map((row) => ({ ...row, rights: Number(row.rights) }));

/** Order lines whose copies are handed out. */
export const seatLines = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('seatPool').select('orderItemId').execute()).flatMap(({ orderItemId }) => orderItemId ?? []);

/**
 * Copies that are handed out or returned beyond those bought, and copies whose reader has not exactly one live right. `back`: returned copies by
 * order line.
 */
export async function wrongSeats(db: Db, back: ReadonlyMap<number, number>): Promise<string[]> {
  const pools = await db.selectFrom('seatPool').select(['id', 'orderItemId', 'n']).execute();
  const handed = new Map(
    (
      await db
        .selectFrom('seat')
        .select((eb) => ['poolId', eb.fn.countAll<number>().as('count')])
        .where('takenBack', 'is', null)
        .groupBy('poolId')
        .execute()
    ).map((row) => [row.poolId, Number(row.count)]),
  );
  const used = (pool: (typeof pools)[number]): number =>
    (handed.get(pool.id) ?? 0) + (pool.orderItemId === null ? 0 : (back.get(pool.orderItemId) ?? 0));
  const seats = await db
    .selectFrom('seat')
    .leftJoin('entitlement', (join) =>
      join.on('entitlement.source', '=', 'seat').onRef('entitlement.sourceId', '=', 'seat.id').on('entitlement.revoked', '=', '0'),
    )
    .select(['seat.id', 'seat.userId', 'seat.takenBack', 'entitlement.userId as holder'])
    .execute();
  const orphans = await db
    .selectFrom('entitlement')
    .leftJoin('seat', 'seat.id', 'entitlement.sourceId')
    .select('entitlement.id')
    .where('entitlement.source', '=', 'seat')
    .where('seat.id', 'is', null)
    .execute();
  return [
    ...pools.filter((pool) => used(pool) > pool.n).map((pool) => `seat pool ${pool.id}: ${used(pool)} of ${pool.n} copies are used`),
    ...seats
      .filter(({ userId, takenBack, holder }) => holder !== (takenBack === null ? userId : null))
      .map(({ id }) => `seat ${id}: its reader and its right do not agree`),
    ...orphans.map(({ id }) => `right ${id}: it is of a seat that does not exist`),
  ];
}

/** Money that refunds have taken from lines, fen by line: from the order, or from the income of a line that was finished before. */
export const postedRefunds = async (db: Db): Promise<ReadonlyMap<number, number>> =>
  new Map(
    (
      await db
        .selectFrom('refundLine')
        .innerJoin('refund', 'refund.id', 'refundLine.refundId')
        .select((eb) => ['refundLine.orderItemId', eb.fn.sum<number>('refundLine.fen').as('fen')])
        .where('refund.status', 'in', refundMachine.groups.posted)
        .groupBy('refundLine.orderItemId')
        .execute()
    ).map((row) => [row.orderItemId, Number(row.fen)]),
  );

/** Paid attempts and what was given back, by the account of their channel. */
export async function channelMoney(db: Db): Promise<ReadonlyMap<string, number>> {
  const money = new Map<string, number>();
  const add = (channel: string, fen: number): void => void money.set(channel, (money.get(channel) ?? 0) + fen);
  const paid = await db.selectFrom('payment').select(['channel', 'amountFen']).where('status', '=', 'paid').execute();
  for (const { channel, amountFen } of paid) add(channel, amountFen);
  const back = await db
    .selectFrom('refund')
    .innerJoin('payment', 'payment.id', 'refund.paymentId')
    .select(['refund.fen', 'refund.transferBy', 'payment.channel'])
    .where('refund.status', '=', 'done')
    .execute();
  for (const { fen, transferBy, channel } of back) add(transferBy === null ? channel : 'offline', -fen);
  return money;
}

/** Invoices whose sums are not those of their lines. */
export const wrongInvoices = (db: Db) =>
  db
    .selectFrom('invoice')
    .innerJoin('invoiceLine', 'invoiceLine.invoiceId', 'invoice.id')
    .select(['invoice.applyNo'])
    .groupBy(['invoice.id', 'invoice.applyNo', 'invoice.amountFen', 'invoice.netFen', 'invoice.taxFen'])
    .having((eb) =>
      eb.or([
        eb(eb.fn.sum('invoiceLine.fen'), '<>', eb.ref('invoice.amountFen')),
        eb(eb.fn.sum('invoiceLine.netFen'), '<>', eb.ref('invoice.netFen')),
        eb(eb.fn.sum('invoiceLine.taxFen'), '<>', eb.ref('invoice.taxFen')),
      ]),
    )
    .execute();

/** Paid attempts outside the channels without a registrar, a second person or a voucher. */
export const unconfirmedOffline = (db: Db) =>
  db
    .selectFrom('payment')
    .select('paymentNo')
    .where('channel', '=', 'offline')
    .where('status', '=', 'paid')
    .where((eb) =>
      eb.or([
        eb('registeredBy', 'is', null),
        eb('confirmedBy', 'is', null),
        eb('registeredBy', '=', eb.ref('confirmedBy')),
        eb('voucher', '=', '[]'),
      ]),
    )
    .execute();

/** Debit minus credit of every account of a kind, by reference. */
export const accountBalances = async (db: Db, kind: string): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (
      await db
        .selectFrom('ledgerAccount')
        .innerJoin('ledgerEntry', 'ledgerEntry.accountId', 'ledgerAccount.id')
        .select((eb) => ['ledgerAccount.ref', eb.fn.sum<number>('ledgerEntry.fen').as('fen')])
        .where('ledgerAccount.kind', '=', kind)
        .groupBy('ledgerAccount.ref')
        .execute()
    ).map((row) => [row.ref, Number(row.fen)]),
  );
