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
        eb.fn.count<number>('entitlement.id').as('rights'),
      ])
      .groupBy(['orderItem.id', 'orderItem.orderId', 'orderItem.payFen', 'orderItem.refundedFen', 'orderItem.finishedAt'])
      .execute()
  ).map((row) => ({ ...row, rights: Number(row.rights) }));

/** Lines whose money a refund has taken from the order. */
export const postedRefundItems = async (db: Db): Promise<ReadonlySet<number>> =>
  new Set(
    (
      await db
        .selectFrom('refundLine')
        .innerJoin('refund', 'refund.id', 'refundLine.refundId')
        .select('refundLine.orderItemId')
        .where('refund.status', 'in', ['sending', 'failed', 'done'])
        .execute()
    ).map((row) => row.orderItemId),
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
