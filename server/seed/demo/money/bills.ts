import { DAY_MS } from '../../../../contract/clock.ts';
import { sum, timesBp, yuan } from '../../../../contract/money.ts';
import { unloggedWrite } from '../../../audit/operation-log.ts';
import { runDueImport, storeBill } from '../../../commerce/recon/recon-import.service.ts';
import { repair } from '../../../commerce/recon/recon-repair.service.ts';
import { balance } from '../../../commerce/recon/recon.service.ts';
import type { AppContext } from '../../../context.ts';
import { wireDate, wireTime } from '../../../db/clock.ts';
import type { CurrentUser } from '../../../http/current-user.ts';
import type { BillRow } from '../../../payment/payment-channel.ts';
import { plainBill } from '../../../payment/plain-bill.ts';
import { SANDBOX } from '../../../payment/sandbox-channel.ts';

const DAYS = 7;
const FEE_BP = 60;
const UNKNOWN_FEN = 990;

/** Moves finished orders into the days before today, one a day, so that bills have something to list. */
async function movePayments({ db }: AppContext, now: number) {
  const rows = await db
    .selectFrom('payment')
    .innerJoin('order', 'order.id', 'payment.orderId')
    .select(['payment.id', 'payment.orderId', 'payment.paymentNo', 'payment.tradeNo', 'payment.amountFen'])
    .where('payment.channel', '=', SANDBOX)
    .where('payment.status', '=', 'paid')
    .where('payment.counts', '=', '1')
    .where('order.status', '=', 'finished')
    .where('order.refundedFen', '=', 0)
    .orderBy('payment.id')
    .limit(2 * DAYS)
    .execute();
  const moved = rows.map((row, at) => ({ ...row, paidAt: now - ((at % DAYS) + 1) * DAY_MS }));
  for (const { id, orderId, paidAt } of moved) {
    await db.updateTable('payment').set({ paidAt, createTime: paidAt }).where('id', '=', id).execute();
    await db.updateTable('order').set({ payTime: paidAt, createTime: paidAt }).where('id', '=', orderId).execute();
  }
  return moved;
}

/** Seven days of bills of the sandbox with each kind of difference, some of them repaired and balanced by finance. */
export async function addBills(context: AppContext, clerk: CurrentUser, second: CurrentUser): Promise<void> {
  const { db } = context;
  if (await db.selectFrom('reconDay').select('id').limit(1).executeTakeFirst()) return;
  const now = Date.now();
  const moved = await movePayments(context, now);
  const unpaid = await db
    .selectFrom('payment')
    .select(['paymentNo', 'amountFen'])
    .where('channel', '=', SANDBOX)
    .where('status', '=', 'closed')
    .where('orderId', 'in', (eb) => eb.selectFrom('order').select('order.id').where('order.status', '=', 'cancelled'))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  for (let back = DAYS; back >= 1; back -= 1) {
    const day = wireDate(now - back * DAY_MS);
    const row = (ourNo: string, theirNo: string, fen: number, change: Partial<BillRow> = {}): BillRow => ({
      kind: 'pay',
      ourNo,
      theirNo,
      fen,
      feeFen: timesBp(fen, FEE_BP),
      done: true,
      at: wireTime(now - back * DAY_MS),
      ...change,
    });
    const rows = moved.filter(({ paidAt }) => wireDate(paidAt) === day).map((one) => row(one.paymentNo, one.tradeNo, one.amountFen));
    const total = sum(rows.map(({ fen, feeFen }) => fen - feeFen));
    if (total > 0) rows.push(row('', `BANK${day.replaceAll('-', '')}`, total, { kind: 'transfer', feeFen: 0 }));
    // One kind of difference a day; the other days agree.
    const [first] = rows;
    if (back === 1 && first) rows[0] = { ...first, fen: first.fen - 1 };
    if (back === 2) rows.shift();
    if (back === 3) rows.push(row('', 'SB-unknown-1', UNKNOWN_FEN));
    if (back === 4 && unpaid) rows.push(row(unpaid.paymentNo, 'SB-unknown-2', unpaid.amountFen));
    if (back === 5) rows.push(row('', 'SB-unknown-3', UNKNOWN_FEN * 2));
    await storeBill(context, { channel: SANDBOX, day, name: `${day}.csv`, bytes: Buffer.from(plainBill(rows, yuan)) }, clerk.userName);
  }
  while (await runDueImport(context));
  await repairOldest(context, clerk, second, wireDate(now - 5 * DAY_MS));
  const balanced = await db
    .selectFrom('reconDay')
    .select('id')
    .where('day', '<=', wireDate(now - 5 * DAY_MS))
    .execute();
  for (const { id } of balanced) await balance(context, clerk, id, unloggedWrite(context));
}

/** The money of one day that no order explains goes to suspense; that of another waits for its second person. */
async function repairOldest(context: AppContext, clerk: CurrentUser, second: CurrentUser, until: string): Promise<void> {
  const items = await context.db
    .selectFrom('reconItem')
    .innerJoin('reconDay', 'reconDay.id', 'reconItem.reconDayId')
    .select(['reconItem.id', 'reconDay.day'])
    .where('reconItem.kind', '=', 'theirs_only')
    .where('reconItem.open', '=', '1')
    .execute();
  for (const { id, day } of items) {
    await repair(context, clerk, { event: 'adopt', reconItemId: id }, '付款人没有写订单号，待查明后退回', unloggedWrite(context));
    if (day <= until) await repair(context, second, { event: 'confirm', reconItemId: id }, '', unloggedWrite(context));
  }
}
