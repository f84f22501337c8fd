import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sum } from '../../contract/money.ts';
import { limit } from '../../tests/support/machine-speed.ts';
import { pick, randomOf } from '../../tests/support/flow-tree.ts';
import { addListedWork } from '../../tests/support/listed-work.ts';
import { addVoucher, setTransferAccount } from '../../tests/support/offline-money.ts';
import { testContext, type Bearer, type TestContext } from '../../tests/support/test-context.ts';
import { walkSteps } from '../../tests/support/test-database.ts';
import { SANDBOX_ACTIONS, type SandboxAction } from '../payment/sandbox-page.ts';
import { sandboxNotice } from '../payment/sandbox-channel.ts';
import { openRight, rightTo } from './entitlement.service.ts';
import { askDuePayment, expireDueOrder, finishDueLine, sendDueRefund } from './order-work.service.ts';
import { accountBalances } from './verify.queries.ts';
import { verifyMoney } from './verify.service.ts';

const BUYERS = ['ann', 'bob', 'cat'] as const;
const PRICES = [1, 100, 3333, 60_000, 120_000];
const STEPS = Number(process.env['MONEY_WALK_STEPS']) || walkSteps(1_500, 0.1);
const CHECK_EVERY = 20;

let town: TestContext;
const as: Record<string, Bearer> = {};
const ids: Record<string, number> = {};
const vouchers: Record<string, number> = {};
const userId = async (userName: string): Promise<number> =>
  (await town.context.db.selectFrom('user').select('id').where('userName', '=', userName).executeTakeFirstOrThrow()).id;
const works: { id: number; fen: number }[] = [];
beforeAll(async () => {
  town = await testContext({ demo: true });
  for (const userName of BUYERS) ids[userName] = await town.addUser({ userName });
  for (const userName of ['clerk', 'second'])
    await town.addUser({ userName, permissions: ['pay:order:list', 'pay:order:refund', 'pay:order:offline', 'pay:order:confirm'] });
  for (const userName of ['clerk', 'second']) vouchers[userName] = await addVoucher(town, await userId(userName));
  await setTransferAccount(town.context.db);
  for (const userName of [...BUYERS, 'clerk', 'second']) as[userName] = await town.as(userName);
  for (const fen of PRICES) await addWork(fen);
});
afterAll(() => town.close());

async function addWork(fen: number): Promise<void> {
  works.push({ id: await addListedWork(town.context, { title: `书${works.length}`, priceFen: fen }), fen });
}

/** Codes of answers that say no in words; anything else, above all 500 with the unknown failure, is a fault. */
const ANSWERS = new Set([
  200, 400, 404, 409, 429, 500, 21501, 21502, 21503, 21504, 21505, 21507, 21508, 21509, 21510, 21511, 22701, 22702, 22801, 22803, 22804,
]);
async function ask(who: string, method: 'GET' | 'POST' | 'PUT', path: string, payload?: object) {
  const answer = await town.app.inject({ method, url: `/prod-api${path}`, headers: as[who] ?? {}, ...(payload ? { payload } : {}) });
  // oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
  const said = answer.json<{ code: number; msg: string; data: any; rows: any[] }>();
  if (!ANSWERS.has(said.code) || /系统未知错误/.test(said.msg)) throw new Error(`${method} ${path}: ${said.code} ${said.msg}`);
  return said;
}

test(
  'SM15 SM27 SM28 buy, pay in every way, expire, read and return in random order: books, rights and the channel’s own records agree',
  async () => {
    const random = randomOf(48);
    const { db, settings } = town.context;
    const pages: string[] = [];
    const seen = new Set<string>();
    const orders = async (who: string) =>
      (await ask(who, 'GET', '/pay/order/mine?tab=all&pageSize=100')).rows as {
        orderNo: string;
        status: string;
        createTime: string;
        items: { orderItemId: number; publishId: number; kind: string }[];
        refunds: { refundId: number }[];
      }[];
    const notify = async (paymentNo: string): Promise<void> => {
      const trade = await db.selectFrom('sandboxTrade').selectAll().where('paymentNo', '=', paymentNo).executeTakeFirstOrThrow();
      const { headers, body } = sandboxNotice(
        settings.secret,
        { paymentNo, tradeNo: trade.tradeNo, amountFen: trade.amountFen, paidAt: Date.now() },
        Date.now(),
      );
      await town.app.inject({ method: 'POST', url: '/prod-api/pay/notify/sandbox', headers, payload: body });
    };
    const steps: Readonly<Record<string, (who: string) => Promise<unknown>>> = {
      async place(who) {
        await town.context.cache.clear('order');
        const all = works.slice(-50);
        const { data } = await ask(who, 'POST', '/pay/order/preview', { lines: all.map(({ id }) => ({ publishId: id })) });
        // Now and then also a work that is owned already.
        const possible = all.filter((_work, index) => data.lines[index].fault === '' || random() < 0.02);
        const chosen = possible.filter(() => random() < 0.4);
        const lines = (chosen.length > 0 ? chosen : possible.slice(0, 1)).map(({ id, fen }) => ({ publishId: id, shownFen: fen }));
        if (lines.length === 0) return;
        await ask(who, 'POST', '/pay/order', { requestId: randomUUID(), lines });
      },
      /** Copies to hand out, also of a work that the buyer owns. */
      async placeCopies(who) {
        await town.context.cache.clear('order');
        const { id, fen } = pick(random, works);
        const seats = pick(random, [1, 2, 5, 7]);
        const { data } = await ask(who, 'POST', '/pay/order/preview', { lines: [{ publishId: id }], seats });
        expect(data.totalFen).toBe(fen * seats);
        await ask(who, 'POST', '/pay/order', { requestId: randomUUID(), lines: [{ publishId: id, shownFen: data.payFen }], seats });
      },
      /** By name, by a link that somebody claims, and back. */
      async handOut(who) {
        await town.context.cache.clear('seat-give');
        await town.context.cache.clear('seat-claim');
        const pools = await db
          .selectFrom('seatPool')
          .select(['id', 'orderItemId'])
          .where('ownerId', '=', ids[who] ?? 0)
          .execute();
        if (pools.length === 0) return;
        const { id } = pick(random, pools);
        const links = random() < 0.5 ? 1 : 0;
        const { data } = await ask(who, 'POST', `/pay/seat/give/${id}`, links ? { links } : { userNames: [pick(random, BUYERS)] });
        for (const code of data?.codes ?? []) if (random() < 0.7) await ask(pick(random, BUYERS), 'POST', '/pay/seat/claim', { code });
        const seats = await db.selectFrom('seat').select('id').where('poolId', '=', id).execute();
        if (seats.length > 0 && random() < 0.4) await ask(who, 'POST', `/pay/seat/take/${pick(random, seats).id}`);
      },
      async open(who) {
        const all = await orders(who);
        const unpaid = all.filter(({ status }) => status === 'unpaid');
        const order = pick(random, unpaid.length > 0 && random() < 0.9 ? unpaid : [...all, { orderNo: '' }]);
        if (!order.orderNo) return;
        const { data } = await ask(who, 'POST', `/pay/order/pay/${order.orderNo}`, {
          requestId: randomUUID(),
          channel: random() < 0.15 ? 'offline' : 'sandbox',
        });
        if (data?.address?.startsWith('/prod-api')) pages.push(data.address);
      },
      async press() {
        if (pages.length === 0) return;
        const action = pick(random, ['pay', 'pay', 'pay', ...(Object.keys(SANDBOX_ACTIONS) as SandboxAction[])]);
        await town.app.inject({
          method: 'POST',
          url: pick(random, pages),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: `action=${action}`,
        });
      },
      /** A channel that lets a closed or late attempt through. */
      async slip() {
        const trades = await db.selectFrom('sandboxTrade').select('paymentNo').where('state', 'in', ['closed', 'late', 'waiting']).execute();
        if (trades.length === 0) return;
        const { paymentNo } = pick(random, trades);
        await db.updateTable('sandboxTrade').set({ state: 'paid' }).where('paymentNo', '=', paymentNo).execute();
        if (random() < 0.7) await notify(paymentNo);
      },
      async cancel(who) {
        if (random() < 0.7) return;
        const order = pick(random, [...(await orders(who)), { orderNo: 'DD00000000000000000000' }]);
        await ask(who, 'PUT', `/pay/order/cancel/${order.orderNo}`);
      },
      async expire() {
        if (random() < 0.8) return;
        await db
          .updateTable('order')
          .set({ expireTime: Date.now() - 1 })
          .where('status', '=', 'unpaid')
          .execute();
        for (let time = 0; time < 3; time += 1) await expireDueOrder(town.context);
      },
      async ask() {
        await db.updateTable('payment').set({ askAt: 1 }).where('status', '=', 'created').execute();
        for (let time = 0; time < 3; time += 1) await askDuePayment(town.context);
      },
      async read(who) {
        // Mostly a work that the reader owns.
        const owned = (await orders(who)).filter(({ status }) => status === 'paid').flatMap((order) => order.items);
        const work = owned.length > 0 && random() < 0.7 ? { id: pick(random, owned).publishId } : pick(random, works);
        await openRight(town.context, { userId: ids[who] ?? 0, permissions: new Set() }, work.id);
      },
      async giveBack(who) {
        const all = await orders(who);
        const bought = all.filter(({ status }) => status === 'paid');
        const order = pick(random, bought.length > 0 && random() < 0.9 ? bought : [...all, null]);
        const items = order?.items.filter(() => random() < 0.6).map(({ orderItemId }) => orderItemId) ?? [];
        if (order && items.length > 0) await ask(who, 'POST', '/pay/order/refund', { orderNo: order.orderNo, orderItemIds: items, reason: '买错了' });
      },
      async takeBack(who) {
        const refunds = (await orders(who)).flatMap((order) => order.refunds);
        if (refunds.length > 0) await ask(who, 'PUT', `/pay/refund/mine/cancel/${pick(random, refunds).refundId}`);
      },
      async decide() {
        const { rows } = await ask('clerk', 'GET', '/pay/refund/list?pageSize=50');
        if (rows.length === 0) return;
        const event = pick(random, ['pass', 'pass', 'confirm', 'confirm', 'reject', 'retry']);
        await ask(pick(random, ['clerk', 'second']), 'PUT', `/pay/refund/${event}/${pick(random, rows).refundId}`, { reason: '请先核对订单内容' });
      },
      async send() {
        await db.updateTable('refund').set({ askAt: 1 }).where('status', '=', 'sending').execute();
        for (let time = 0; time < 3; time += 1) await sendDueRefund(town.context);
      },
      /** Money arrives outside the channels, for an order in any state. */
      async register(who) {
        if (random() < 0.5) return;
        const all = await orders(who);
        if (all.length === 0) return;
        const order = pick(random, all);
        const clerk = pick(random, ['clerk', 'second']);
        const found = (await ask(clerk, 'GET', `/pay/offline/order/${order.orderNo}`)).data;
        await ask(clerk, 'POST', '/pay/offline', {
          requestId: randomUUID(),
          orderNo: order.orderNo,
          method: pick(random, ['transfer', 'cash']),
          fen: found.payFen - (random() < 0.1 ? 1 : 0),
          payer: '渡口中学',
          receivedOn: found.createTime.slice(0, 10),
          voucher: [{ fileId: vouchers[clerk], name: 'a.pdf', size: 1 }],
        });
      },
      async confirmMoney() {
        const { rows } = await ask('clerk', 'GET', '/pay/offline/list?shown=registered&pageSize=50');
        if (rows.length === 0) return;
        const event = pick(random, ['confirmOffline', 'confirmOffline', 'confirmOffline', 'rejectOffline']);
        await ask(pick(random, ['clerk', 'second']), 'PUT', `/pay/payment/${event}/${pick(random, rows).paymentId}`, { reason: '回单与订单对不上' });
      },
      async transferBack() {
        const { rows } = await ask('clerk', 'GET', '/pay/refund/list?status=failed&pageSize=50');
        if (rows.length === 0) return;
        const { refundId } = pick(random, rows);
        const [one, other] = pick(random, [
          ['clerk', 'second'],
          ['second', 'clerk'],
          ['clerk', 'clerk'],
        ]) as [string, string];
        const transferOn = new Date().toISOString().slice(0, 10);
        const voucher = [{ fileId: vouchers[one], name: 'a.pdf', size: 1 }];
        await ask(one, 'POST', `/pay/refund/transfer/${refundId}`, { transferOn, voucher });
        await ask(other, 'PUT', `/pay/refund/${pick(random, ['byTransfer', 'byTransfer', 'retry'])}/${refundId}`, {});
      },
      async finish() {
        if (random() < 0.5)
          await db
            .updateTable('order')
            .set({ payTime: 1 })
            .where('status', '=', 'paid')
            .where('id', '=', (eb) => eb.selectFrom('order as one').select((inner) => inner.fn.max('one.id').as('id')))
            .execute();
        for (let time = 0; time < 2; time += 1) await finishDueLine(town.context);
      },
    };
    const names = [
      ...Object.keys(steps),
      'place',
      'open',
      'open',
      'press',
      'press',
      'press',
      'placeCopies',
      'handOut',
      'handOut',
      'giveBack',
      'decide',
      'decide',
      'send',
      'confirmMoney',
      'confirmMoney',
      'transferBack',
      'transferBack',
      'transferBack',
      'register',
      'read',
      'read',
    ];
    for (let step = 1; step <= STEPS; step += 1) {
      if (step % 25 === 0) await addWork(pick(random, PRICES));
      const name = pick(random, names);
      await steps[name]?.(pick(random, BUYERS));
      for (const { status } of await db.selectFrom('order').select('status').distinct().execute()) seen.add(`order ${status}`);
      if (step % CHECK_EVERY !== 0 && step !== STEPS) continue;
      // A step may wake jobs: the check reads row after row, and must not meet one that they are writing.
      await town.context.jobs.settled();
      expect([step, name, await verifyMoney(db)]).toEqual([step, name, []]);
      for (const who of BUYERS)
        for (const { id } of works) {
          const right = await rightTo(town.context, { userId: ids[who] ?? 0, permissions: new Set() }, id);
          const lines = await db
            .selectFrom('orderItem')
            .innerJoin('order', 'order.id', 'orderItem.orderId')
            .select(['orderItem.id'])
            .where('order.userId', '=', ids[who] ?? 0)
            .where('orderItem.targetId', '=', id)
            .where('orderItem.kind', '=', 'publication')
            .where('order.payTime', 'is not', null)
            .where('orderItem.refundedFen', '=', 0)
            .execute();
          const copies = await db
            .selectFrom('seat')
            .innerJoin('seatPool', 'seatPool.id', 'seat.poolId')
            .select('seat.id')
            .where('seat.userId', '=', ids[who] ?? 0)
            .where('seat.takenBack', 'is', null)
            .where('seatPool.publishId', '=', id)
            .execute();
          // Never two bought rights to one work, and no right without a paid line or a copy.
          expect(lines.length).toBeLessThanOrEqual(1);
          if (right.entitled) expect(lines.length + copies.length).toBeGreaterThan(0);
          if (copies.length > 0) expect(right.entitled).toBe(true);
        }
    }
    // After every open payment was queried and every refund sent, the ledger balance equals the channel's own records.
    for (let round = 0; round < 60; round += 1) {
      await steps['ask']?.('ann');
      await steps['send']?.('ann');
    }
    const trades = await db
      .selectFrom('sandboxTrade')
      .innerJoin('payment', 'payment.paymentNo', 'sandboxTrade.paymentNo')
      .selectAll('sandboxTrade')
      .select('payment.status')
      .execute();
    const kept = trades.filter(({ status }) => status === 'paid').map(({ amountFen }) => amountFen);
    const back = await db
      .selectFrom('refund')
      .innerJoin('payment', 'payment.id', 'refund.paymentId')
      .select(['refund.fen', 'refund.transferBy', 'payment.channel'])
      .where('refund.status', '=', 'done')
      .execute();
    const through = back.filter(({ transferBy, channel }) => transferBy === null && channel === 'sandbox');
    expect((await accountBalances(db, 'channel')).get('sandbox') ?? 0).toBe(sum(kept) - sum(through.map(({ fen }) => fen)));
    const arrived = await db.selectFrom('payment').select('amountFen').where('channel', '=', 'offline').where('status', '=', 'paid').execute();
    const transferred = back.filter(({ transferBy }) => transferBy !== null);
    expect((await accountBalances(db, 'channel')).get('offline') ?? 0).toBe(
      sum(arrived.map(({ amountFen }) => amountFen)) - sum(transferred.map(({ fen }) => fen)),
    );
    if (STEPS >= 1_500) expect((await db.selectFrom('seat').select('id').execute()).length).toBeGreaterThan(5);
    if (STEPS >= 1_500) expect([arrived.length > 5, transferred.length > 0]).toEqual([true, true]);
    expect(trades.length).toBeGreaterThan(STEPS / 100);
    expect(await verifyMoney(db)).toEqual([]);
    if (STEPS >= 1_500)
      expect([...seen].toSorted()).toEqual(['cancelled', 'finished', 'paid', 'refunded', 'refunding', 'unpaid'].map((one) => `order ${one}`));
  },
  limit(240_000),
);

test(
  '#48.2 at the same moment: two payments, two orders of one work, opening and returning have one winner each',
  async () => {
    const { db } = town.context;
    for (let round = 0; round < walkSteps(25, 0.4); round += 1) {
      const userName = `racer${round}`;
      ids[userName] = await town.addUser({ userName });
      as[userName] = await town.as(userName);
      const work = works[1];
      if (!work) throw new Error('no work');
      const line = [{ publishId: work.id, shownFen: work.fen }];
      const placed = await Promise.all([1, 2, 3].map(() => ask(userName, 'POST', '/pay/order', { requestId: randomUUID(), lines: line })));
      expect(new Set(placed.map(({ data }) => data?.orderNo)).size).toBe(1);
      const orderNo = String(placed[0]?.data.orderNo);
      const { paymentNo, address } = (await ask(userName, 'POST', `/pay/order/pay/${orderNo}`, { requestId: randomUUID(), channel: 'sandbox' })).data;
      const pay = () =>
        town.app.inject({ method: 'POST', url: address, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: 'action=thrice' });
      await Promise.all([pay(), ask(userName, 'POST', `/pay/order/check/${orderNo}`), pay(), ask(userName, 'PUT', `/pay/order/cancel/${orderNo}`)]);
      await ask(userName, 'POST', `/pay/order/check/${orderNo}`);
      const card = (await ask(userName, 'GET', `/pay/order/detail/${orderNo}`)).data;
      if (card.status === 'paid') {
        const returning = ask(userName, 'POST', '/pay/order/refund', { orderNo, orderItemIds: [card.items[0].orderItemId], reason: '买错了' });
        const [refund, right] = await Promise.all([
          returning,
          openRight(town.context, { userId: ids[userName] ?? 0, permissions: new Set() }, work.id),
        ]);
        // Either the work was opened and cannot be returned, or it is being returned and is closed.
        expect([refund.code === 200, right.entitled]).toEqual(refund.code === 200 ? [true, false] : [false, true]);
      }
      expect([paymentNo, await verifyMoney(db)]).toEqual([paymentNo, []]);
    }
  },
  limit(120_000),
);
