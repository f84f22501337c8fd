import type { Tx } from '../db/database.ts';
import { failed } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { logTransition } from '../state-machine/transition-log.ts';
import { startRedOfRefund } from './invoice/red-invoice.service.ts';
import type { OrderRow } from './order.queries.ts';
import { countedPayment } from './refund.queries.ts';
import { startIfAll, timeNumber } from './refund-step.service.ts';
import { sum } from '../../contract/money.ts';
import { freeCopies } from './seat/seat-count.service.ts';
import { lockPool, poolOfItem } from './seat/seat.queries.ts';

/** What a refund returns of one order line. */
export interface RefundPart {
  readonly orderItemId: number;
  readonly qty: number;
  readonly fen: number;
}

interface Wanted {
  readonly kind: 'buyer' | 'staff' | 'rule' | 'recall';
  readonly reason: string;
  readonly note: string;
  readonly parts: readonly RefundPart[];
  /** A recall was decided before its refunds are written: they wait for the second person only. */
  readonly decided?: { readonly passedBy: number | null; readonly confirmedBy: number | null };
}

/** Writes a refund with its lines, and starts the red invoices that it needs. The caller holds the lock of the order and has suspended the rights. */
export async function openRefund(tx: Tx, currentUser: CurrentUser | null, order: OrderRow, wanted: Wanted): Promise<number> {
  const payment = await countedPayment(tx, order.id);
  if (!payment) throw failed('订单没有可以退回的支付');
  const now = Date.now();
  const status = wanted.decided ? 'approved' : 'applied';
  const { id } = await tx
    .insertInto('refund')
    .values({
      refundNo: await timeNumber(tx, 'TK', now),
      orderId: order.id,
      paymentId: payment.id,
      kind: wanted.kind,
      reason: wanted.reason,
      note: wanted.note,
      fen: sum(wanted.parts.map(({ fen }) => fen)),
      status,
      passedBy: wanted.decided?.passedBy ?? null,
      confirmedBy: wanted.decided?.confirmedBy ?? null,
      transferBy: null,
      askAt: null,
      doneAt: null,
      createBy: currentUser?.userName ?? '',
      createTime: now,
      updateTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const part of wanted.parts)
    await tx
      .insertInto('refundLine')
      .values({ refundId: id, ...part })
      .execute();
  const note = wanted.reason;
  await logTransition(tx, currentUser, { entityType: 'refund', entityId: id, event: 'apply', fromStatus: '', toStatus: status, note });
  await startRedOfRefund(
    tx,
    currentUser,
    id,
    wanted.parts.map(({ orderItemId }) => orderItemId),
  );
  await startIfAll(tx, order);
  return id;
}

/** Copies of a line that were not handed out. Its pool stays locked: none is handed out until the refund holds them. */
export async function lockedFreeCopies(tx: Tx, orderItemId: number): Promise<number> {
  const pool = await poolOfItem(tx, orderItemId);
  if (!pool) return 0;
  await lockPool(tx, pool.id);
  return freeCopies(tx, pool);
}
