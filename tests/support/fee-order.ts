import { randomUUID } from 'node:crypto';
import { sendDueRefund } from '../../server/commerce/order-work.service.ts';
import { addVoucher } from './offline-money.ts';
import type { Bearer, TestContext } from './test-context.ts';
import { until } from './until.ts';

/** Opens an attempt at the sandbox for an order; returns the address of its page. */
export async function openAttempt(town: Pick<TestContext, 'app'>, orderNo: string, buyer: Bearer): Promise<string> {
  const payload = { requestId: randomUUID(), channel: 'sandbox' };
  const answer = await town.app.inject({ method: 'POST', url: `/prod-api/pay/order/pay/${orderNo}`, headers: buyer, payload });
  const { data, msg } = answer.json<{ data?: { address: string }; msg: string }>();
  if (!data) throw new Error(msg);
  return data.address;
}

/** Presses a button of a page of the sandbox. */
export async function pressSandbox({ app }: Pick<TestContext, 'app'>, address: string, action = 'pay'): Promise<void> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  await app.inject({ method: 'POST', url: address, headers, payload: `action=${action}` });
}

/** Pays an order in the sandbox. */
export async function payOrderNow(town: Pick<TestContext, 'app'>, orderNo: string, buyer: Bearer): Promise<string> {
  await pressSandbox(town, await openAttempt(town, orderNo, buyer));
  return orderNo;
}

/** Registers a transfer for an order, with a voucher of the clerk; returns the answer. */
export async function registerTransferFor(
  town: TestContext,
  orderNo: string,
  fen: number,
  clerk: { id: number; bearer: Bearer },
  receivedOn: string,
) {
  const voucher = [{ fileId: await addVoucher(town, clerk.id), name: '回单.pdf', size: 1 }];
  const payload = { requestId: randomUUID(), orderNo, method: 'transfer', fen, payer: '桥头大学', receivedOn, voucher };
  const answer = await town.app.inject({ method: 'POST', url: '/prod-api/pay/offline', headers: clerk.bearer, payload });
  return answer.json<{ code: number; msg: string }>();
}

/** The second person confirms the newest registered payment, or sends it back; returns the answer. */
export async function decideTransfer(town: TestContext, second: Bearer, event: 'confirmOffline' | 'rejectOffline' = 'confirmOffline') {
  const { id } = await town.context.db
    .selectFrom('payment')
    .select('id')
    .where('registeredBy', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const url = `/prod-api/pay/payment/${event}/${id}`;
  const answer = await town.app.inject({ method: 'PUT', url, headers: second, payload: { reason: '凭证看不清楚' } });
  return answer.json<{ code: number; msg: string; data: { outcome: string } }>();
}

/** Sends the refunds that wait and asks about them until none is on its way; a lane may be sending one at the same moment. */
export async function sendAllRefunds({ context }: Pick<TestContext, 'context'>): Promise<void> {
  const { db } = context;
  await until(
    async () => {
      await db.updateTable('refund').set({ askAt: 1 }).where('status', '=', 'sending').execute();
      while (await sendDueRefund(context));
      return (await db.selectFrom('refund').select('id').where('status', '=', 'sending').executeTakeFirst()) ? undefined : true;
    },
    10_000,
    () => 'a refund stays on its way',
  );
}
