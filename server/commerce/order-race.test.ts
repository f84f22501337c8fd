import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { meanwhile, onRealPostgres, realPostgres } from '../../tests/support/real-postgres.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { paymentByNo } from './order.queries.ts';
import { orderIn, transitionPayment } from './order-step.service.ts';
import { receive, settle } from './payment.service.ts';
import { verifyMoney } from './verify.service.ts';

const PRICE = 5800;
const HOUR_MS = 3_600_000;

onRealPostgres('two orders of one work that are paid at once, on a PostgreSQL', () => {
  let server: Awaited<ReturnType<typeof realPostgres>>;
  let town: TestContext;
  let buyer: Bearer;
  let userId = 0;
  beforeAll(async () => {
    server = await realPostgres();
    town = await testContext({ databaseUrl: server.url, demo: true });
    userId = await town.addUser({ userName: 'buyer' });
    buyer = await town.as('buyer');
  });
  afterAll(async () => {
    await town?.close();
    await server?.close();
  });

  const ask = async (method: 'POST' | 'PUT', path: string, payload?: object) =>
    // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
    (await town.app.inject({ method, url: `/prod-api${path}`, headers: buyer, ...(payload ? { payload } : {}) })).json<{ code: number; data: any }>();
  async function attempt(publishId: number): Promise<{ orderNo: string; paymentNo: string }> {
    const { data } = await ask('POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId, shownFen: PRICE }] });
    const opened = await ask('POST', `/pay/order/pay/${data.orderNo}`, { requestId: randomUUID(), channel: 'sandbox' });
    return { orderNo: data.orderNo, paymentNo: opened.data.paymentNo };
  }

  test('#48.3 a late payment and the payment of a new order deliver the work once: the other money goes back', async () => {
    const publishId = await addListedWork(town.context, { title: '灯塔', priceFen: PRICE });
    const old = await attempt(publishId);
    await ask('PUT', `/pay/order/cancel/${old.orderNo}`);
    const fresh = await attempt(publishId);
    const success = (tradeNo: string) => ({ tradeNo, amountFen: PRICE, paidAt: Date.now() });
    const outcome = await meanwhile(
      town.context.db,
      async (tx) => {
        const known = await paymentByNo(tx, old.paymentNo);
        if (!known) throw new Error('no payment');
        const order = await orderIn(tx, known.orderId);
        await transitionPayment(tx, null, known, 'succeed');
        await settle(tx, order, known, success('SB1'), HOUR_MS);
      },
      () => receive(town.context, fresh.paymentNo, success('SB2')),
    );
    expect(outcome).toBe('订单里的作品已由另一笔订单购买，已按原路退回');
    const { db } = town.context;
    const rights = await db.selectFrom('entitlement').select('id').where('userId', '=', userId).where('revoked', '=', '0').execute();
    expect(rights).toHaveLength(1);
    expect(await db.selectFrom('refund').select('fen').execute()).toEqual([{ fen: PRICE }]);
    expect(await verifyMoney(db)).toEqual([]);
  });
});
