import type { z } from 'zod';
import { publicationMachine } from '../../../contract/catalog/publication.machine.ts';
import { ORDER_CODES } from '../../../contract/commerce/order-limits.ts';
import type { recallList, RecallPart, RecallRow as RecallWire } from '../../../contract/commerce/recall.ts';
import { RECALL_PARTS } from '../../../contract/commerce/recall.ts';
import { sum } from '../../../contract/money.ts';
import type { Write } from '../../audit/operation-log.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Database, Tx } from '../../db/database.ts';
import { offsetOf } from '../../db/page-offset.ts';
import { samePerson } from '../../db/same-person.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import { hasPermission, type CurrentUser } from '../../http/current-user.ts';
import { sendMessage } from '../../inbox/message.service.ts';
import { onTransition } from '../../state-machine/effects.ts';
import { changeOrderRight, holdersOf, revokeSeatRights } from '../entitlement.queries.ts';
import { itemById, type ItemRow } from '../order.queries.ts';
import { orderIn } from '../order-step.service.ts';
import { ORDER_PAGE } from '../payment.service.ts';
import { openRefund } from '../refund-open.service.ts';
import { isInvoiced, transitionRefund } from '../refund-step.service.ts';
import { heldItems, refundById } from '../refund.queries.ts';
import { liveSeats, lockPool, poolOfItem, takeBack } from '../seat/seat.queries.ts';
import {
  addRecall,
  finishRecall,
  lineToRecall,
  lockRecall,
  openRecalls,
  recallById,
  recallPage,
  recallToNotify,
  returnedByRecall,
  unreturnedLines,
  type RecallRow,
} from './recall.queries.ts';

/** The reason of the refunds of a recalled work. */
const RECALL_REASON = '召回';
/** Messages about a recall in one transaction. */
const MESSAGES_AT_ONCE = 200;
const gone = (): AppError => missing('召回批次不存在，请刷新后重试');

/** The recall of a work opens the refunds of its buyers in the same transaction; they begin when a second person has confirmed them. */
export const recallEffect = onTransition(publicationMachine, {
  recall: async ({ tx, entityId, currentUser, reason, now }) =>
    void (await addRecall(tx, { publishId: entityId, reason, recalledBy: currentUser?.userId ?? null, createTime: now })),
});

const isRecaller = async (db: Database | Tx, { recalledBy }: Pick<RecallRow, 'recalledBy'>, { userId }: CurrentUser): Promise<boolean> =>
  recalledBy !== null && (await samePerson(db, recalledBy, userId));

const PART_OF: Readonly<Record<string, RecallPart>> = { applied: 'waiting', approved: 'waiting', sending: 'sending', failed: 'failed' };

export async function recalls({ db }: AppContext, currentUser: CurrentUser, query: z.output<typeof recallList.query>) {
  const { total, rows } = await recallPage(db, query, query.pageSize, (all) => offsetOf(query, all));
  const wired: RecallWire[] = [];
  for (const row of rows) {
    const rest = (await unreturnedLines(db, row.publishId)).map(({ userId, leftFen, heldBy }) => ({
      userId,
      fen: Number(leftFen),
      part: PART_OF[heldBy ?? ''] ?? ('open' as const),
    }));
    const back = (await returnedByRecall(db, row.publishId)).map(({ userId, fen }) => ({ userId, fen, part: 'done' as const }));
    const all = [...rest, ...back];
    wired.push({
      recallId: row.id,
      publishId: row.publishId,
      title: row.title,
      reason: row.reason,
      recalledBy: row.recallerName ?? '',
      createTime: wireTime(row.createTime),
      confirmedBy: row.confirmerName ?? '',
      confirmedAt: wireTime(row.confirmedAt),
      lines: all.length,
      fen: sum(all.map(({ fen }) => fen)),
      buyers: new Set(all.map(({ userId }) => userId)).size,
      parts: (Object.keys(RECALL_PARTS) as RecallPart[]).map((part) => {
        const own = all.filter((line) => line.part === part);
        return { part, lines: own.length, fen: sum(own.map(({ fen }) => fen)) };
      }),
      mayConfirm: row.confirmedBy === null && hasPermission(currentUser, 'pay:order:confirm') && !(await isRecaller(db, row, currentUser)),
    });
  }
  return { total, rows: wired };
}

/** A second person confirms that all buyers get their money back; the refunds then begin in the background. */
export async function confirm(context: AppContext, currentUser: CurrentUser, recallId: number, write: Write): Promise<void> {
  await write(async (tx) => {
    const row = await lockRecall(tx, recallId);
    if (!row) throw gone();
    if (row.confirmedBy !== null) throw failed('这个召回批次已复核，请刷新后查看');
    if (await isRecaller(tx, row, currentUser)) throw new AppError(ORDER_CODES.second, '该退款须由另一位财务人员复核');
    await tx.updateTable('recall').set({ confirmedBy: currentUser.userId, confirmedAt: Date.now() }).where('id', '=', recallId).execute();
  });
  context.jobs.wake();
}

/** Refunds one line of a confirmed recall. A recall is done when a refund that cannot be taken back holds each of its lines. */
export async function refundRecalledLine({ db }: AppContext): Promise<boolean> {
  const due = await lineToRecall(db);
  if (due) {
    await db.transaction().execute(async (tx) => {
      const recall = await recallById(tx, due.recallId);
      if (recall) await refundLine(tx, recall, due.orderId, due.id);
    });
    return true;
  }
  for (const { id, publishId } of await openRecalls(db)) {
    const rest = await unreturnedLines(db, publishId);
    if (rest.every(({ heldBy }) => heldBy === 'sending' || heldBy === 'failed')) await finishRecall(db, id, Date.now());
  }
  return false;
}

async function refundLine(tx: Tx, recall: RecallRow, orderId: number, itemId: number): Promise<void> {
  const order = await orderIn(tx, orderId);
  const line = await itemById(tx, itemId);
  if (!line || line.refundedFen >= line.payFen || (await heldItems(tx, [orderId])).has(itemId)) return;
  await endRights(tx, line);
  const refundId = await openRefund(tx, null, order, {
    kind: 'recall',
    reason: RECALL_REASON,
    note: recall.reason,
    parts: [{ orderItemId: line.id, qty: line.qty - line.refundedQty, fen: line.payFen - line.refundedFen }],
    decided: { passedBy: recall.recalledBy, confirmedBy: recall.confirmedBy },
  });
  const row = await refundById(tx, refundId);
  if (!row || (await isInvoiced(tx, row))) return;
  // Nobody confirms the own refund: it waits for another person.
  if (recall.confirmedBy !== null && (await samePerson(tx, order.userId, recall.confirmedBy))) return;
  await transitionRefund(tx, null, row, 'confirm');
}

/** Suspends the right of the buyer, and takes back the copies that were handed out. */
async function endRights(tx: Tx, line: Pick<ItemRow, 'id' | 'kind'>): Promise<void> {
  if (line.kind !== 'seats') return void (await changeOrderRight(tx, [line.id], { suspended: '1' }));
  const pool = await poolOfItem(tx, line.id);
  if (!pool) return;
  await lockPool(tx, pool.id);
  const seats = (await liveSeats(tx, [pool.id])).map(({ id }) => id);
  await revokeSeatRights(tx, seats);
  for (const id of seats) await takeBack(tx, id, Date.now());
}

/** Tells some of those who can no longer read a recalled work. */
export async function notifyRecalled({ db }: AppContext): Promise<boolean> {
  const due = await recallToNotify(db);
  if (!due) return false;
  await db.transaction().execute(async (tx) => {
    const row = await lockRecall(tx, due.id);
    if (!row || row.notifiedAt !== null) return;
    const holders = await holdersOf(tx, due.publishId, row.notifiedTo, MESSAGES_AT_ONCE);
    for (const { userId } of holders)
      await sendMessage(tx, {
        userId,
        type: 'pay',
        title: `《${due.title}》已召回，不能再阅读`,
        content: `召回原因：${due.reason}。您为它支付的款项将原路退回，不必申请；存到本机的内容在下次联网时收回。`,
        link: ORDER_PAGE,
      });
    const last = holders.at(-1)?.userId;
    await tx
      .updateTable('recall')
      .set(holders.length < MESSAGES_AT_ONCE ? { notifiedAt: Date.now() } : { notifiedTo: last ?? 0 })
      .where('id', '=', due.id)
      .execute();
  });
  return true;
}
