import { sql, type Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Rights by source, the ledger, orders, payment attempts, refunds and the cart. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, extend, index, unique } = tables(db, engine);
  // One row for each source: a refund ends the right that was bought, and never one that the staff granted.
  await extend('entitlement', { sourceId: 'zero', openedAt: 'number?', suspended: '=0' });
  await db.schema.dropIndex('entitlementOnce').execute();
  await unique('entitlementSource', 'entitlement', ['userId', 'publicationId', 'source', 'sourceId']);
  await index('entitlementSourceId', 'entitlement', ['source', 'sourceId']);

  await create('ledgerAccount', { kind: 'text', ref: 'text', guarded: 'text', lastSeq: 'zero' });
  await unique('ledgerAccountOnce', 'ledgerAccount', ['kind', 'ref']);
  await create('ledgerTransaction', {
    kind: 'text',
    sourceType: 'text',
    sourceId: 'number',
    seq: 'zero',
    period: 'text',
    at: 'number',
    operatorId: 'number?',
    reason: 'empty',
    reverses: 'number?',
  });
  await unique('ledgerTransactionOnce', 'ledgerTransaction', ['kind', 'sourceType', 'sourceId', 'seq']);
  await create('ledgerEntry', { transactionId: 'number', accountId: 'number', fen: 'number' });
  await index('ledgerEntryTransaction', 'ledgerEntry', ['transactionId']);
  await index('ledgerEntryAccount', 'ledgerEntry', ['accountId', 'id']);
  for (const table of ['ledger_transaction', 'ledger_entry']) await refuseChanges(db, engine, table);

  await create('order', {
    orderNo: 'text',
    userId: 'number',
    orderType: '=publication',
    totalFen: 'number',
    discountFen: 'zero',
    payFen: 'number',
    refundedFen: 'zero',
    channel: 'empty',
    status: '=unpaid',
    payTime: 'number?',
    expireTime: 'number?',
    cancelReason: 'empty',
    hidden: '=0',
    client: '=mobile',
    requestId: 'text',
    requestHash: 'text',
    ...BASE,
  });
  await unique('orderNumber', 'order', ['orderNo']);
  await unique('orderRequest', 'order', ['userId', 'requestId']);
  await index('orderOfUser', 'order', ['userId', 'id']);
  await index('orderState', 'order', ['status', 'expireTime']);
  await create('orderItem', {
    orderId: 'number',
    kind: '=publication',
    targetId: 'number',
    title: 'text',
    qty: 'number',
    unitFen: 'number',
    discountFen: 'zero',
    discountKind: '=none',
    payFen: 'number',
    refundedQty: 'zero',
    refundedFen: 'zero',
    vatBp: 'number',
    openedAt: 'number?',
    finishedAt: 'number?',
  });
  await index('orderItemOrder', 'orderItem', ['orderId']);
  await index('orderItemTarget', 'orderItem', ['kind', 'targetId']);
  await create('payment', {
    orderId: 'number',
    paymentNo: 'text',
    channel: 'text',
    amountFen: 'number',
    tradeNo: 'empty',
    status: '=created',
    counts: '=0',
    requestId: 'text',
    askAt: 'number?',
    asked: 'zero',
    paidAt: 'number?',
    ...BASE,
  });
  await unique('paymentNumber', 'payment', ['paymentNo']);
  await unique('paymentRequest', 'payment', ['orderId', 'requestId']);
  await index('paymentAsk', 'payment', ['status', 'askAt']);
  await create('paymentNotice', {
    channel: 'text',
    at: 'number',
    ip: 'text',
    bodyHash: 'text',
    verified: 'text',
    outcome: 'text',
    paymentId: 'number?',
  });
  await index('paymentNoticePayment', 'paymentNotice', ['paymentId']);
  await index('paymentNoticeTime', 'paymentNotice', ['at']);
  await create('refund', {
    refundNo: 'text',
    orderId: 'number',
    paymentId: 'number',
    kind: 'text',
    reason: 'text',
    note: 'empty',
    fen: 'number',
    status: '=applied',
    passedBy: 'number?',
    confirmedBy: 'number?',
    channelRefundNo: 'empty',
    askAt: 'number?',
    asked: 'zero',
    doneAt: 'number?',
    failReason: 'empty',
    ...BASE,
  });
  await unique('refundNumber', 'refund', ['refundNo']);
  await index('refundOrder', 'refund', ['orderId']);
  await index('refundState', 'refund', ['status', 'askAt']);
  await create('refundLine', { refundId: 'number', orderItemId: 'number', qty: 'number', fen: 'number' });
  await index('refundLineRefund', 'refundLine', ['refundId']);
  await index('refundLineItem', 'refundLine', ['orderItemId']);
  await create('cartItem', { userId: 'number', publishId: 'number', shownFen: 'number', createTime: 'number' });
  await unique('cartItemOnce', 'cartItem', ['userId', 'publishId']);
  // The embedded channel's own records: it answers from them as a payment company does.
  await create('sandboxTrade', {
    paymentNo: 'text',
    tradeNo: 'text',
    amountFen: 'number',
    state: 'text',
    refundMode: 'empty',
    refunds: 'text',
    createTime: 'number',
  });
  await unique('sandboxTradeOnce', 'sandboxTrade', ['paymentNo']);
}

/** The database itself refuses to change or remove what was posted. */
async function refuseChanges(db: Kysely<never>, engine: Engine, table: string): Promise<void> {
  const words = 'the ledger is append only';
  if (engine.name === 'sqlite') {
    for (const event of ['update', 'delete'])
      await sql`create trigger ${sql.raw(`${table}_no_${event}`)} before ${sql.raw(event)} on ${sql.raw(table)} begin select raise(abort, ${sql.lit(words)}); end`.execute(
        db,
      );
    return;
  }
  await sql`create or replace function ${sql.raw(`${table}_append_only`)}() returns trigger as ${sql.raw(`$$ begin raise exception '${words}'; end; $$`)} language plpgsql`.execute(
    db,
  );
  await sql`create trigger ${sql.raw(`${table}_no_change`)} before update or delete on ${sql.raw(table)} for each row execute function ${sql.raw(`${table}_append_only`)}()`.execute(
    db,
  );
}
