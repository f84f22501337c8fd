import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sum, yuan } from '../../../contract/money.ts';
import { pick, randomOf } from '../../../tests/support/flow-tree.ts';
import { limit } from '../../../tests/support/machine-speed.ts';
import { addListedWork } from '../../../tests/support/listed-work.ts';
import { testContext, type Bearer, type TestContext } from '../../../tests/support/test-context.ts';
import { walkSteps } from '../../../tests/support/test-database.ts';
import type { BillRow } from '../../payment/payment-channel.ts';
import { plainBill } from '../../payment/plain-bill.ts';
import { receive } from '../payment.service.ts';
import { accountBalances } from '../verify.queries.ts';
import { verifyMoney } from '../verify.service.ts';
import { runDueImport, storeBill } from './recon-import.service.ts';

const PRICE = 5800;
const DAYS = ['2026-03-01', '2026-03-02', '2026-03-03'] as const;
const STEPS = Number(process.env['RECON_WALK_STEPS']) || walkSteps(400, 0.1);
let town: TestContext;
let clerk: Bearer;
let second: Bearer;
let userId = 0;
let publishId = 0;

beforeAll(async () => {
  town = await testContext({ demo: true });
  userId = await town.addUser({ userName: 'buyer' });
  publishId = await addListedWork(town.context, { title: '灯塔', priceFen: PRICE });
  const permissions = ['pay:recon:list', 'pay:recon:import', 'pay:recon:resolve', 'pay:order:confirm'];
  for (const userName of ['clerk', 'second']) await town.addUser({ userName, permissions });
  [clerk, second] = [await town.as('clerk'), await town.as('second')];
});
afterAll(() => town.close());

/** What the model knows of a payment: what the channel says of it, and what we have. */
interface Known {
  readonly day: string;
  readonly paymentNo: string;
  paidHere: boolean;
  readonly paidThere: boolean;
}
/** A day as the model expects it. */
interface Day {
  status: 'open' | 'balanced';
  bill: readonly BillRow[] | null;
  /** Differences that are open, by side, our number and theirs. */
  open: Set<string>;
  /** Differences that wait for a second person, and what was moved to suspense, by the same key. */
  waiting: Set<string>;
  adopted: Map<string, number>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests read answers of many endpoints
type Answer = { code: number; msg: string; data: any; rows: any[] };
const ask = async (as: Bearer, method: 'GET' | 'PUT', path: string, payload?: object): Promise<Answer> =>
  (await town.app.inject({ method, url: `/prod-api${path}`, headers: as, ...(payload ? { payload } : {}) })).json<Answer>();

let numbers = 0;
/** An order with one attempt; the money moved as the two flags say. */
async function bought(day: string, paidHere: boolean, paidThere: boolean): Promise<Known> {
  numbers += 1;
  const { db } = town.context;
  const at = Date.parse(`${day}T12:00:00+08:00`);
  const digits = String(numbers).padStart(20, '0');
  const stamps = { createTime: at, updateTime: at };
  const { id: orderId } = await db
    .insertInto('order')
    .values({
      orderNo: `DD${digits}`,
      userId,
      orderType: 'seats',
      totalFen: PRICE,
      payFen: PRICE,
      payTime: null,
      expireTime: Date.now() + 3_600_000,
      requestId: randomUUID(),
      requestHash: '',
      ...stamps,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('orderItem')
    .values({
      orderId,
      kind: 'seats',
      targetId: publishId,
      title: '灯塔',
      qty: 1,
      unitFen: PRICE,
      payFen: PRICE,
      vatBp: 900,
      openedAt: null,
      finishedAt: null,
    })
    .execute();
  const paymentNo = `ZF${digits}`;
  await db
    .insertInto('payment')
    .values({
      orderId,
      paymentNo,
      channel: 'sandbox',
      amountFen: PRICE,
      requestId: randomUUID(),
      askAt: null,
      paidAt: null,
      registeredBy: null,
      registeredAt: null,
      confirmedBy: null,
      ...stamps,
    })
    .execute();
  await db
    .insertInto('sandboxTrade')
    .values({ paymentNo, tradeNo: `T${paymentNo}`, amountFen: PRICE, state: paidThere ? 'paid' : 'waiting', refunds: '{}', createTime: at })
    .execute();
  if (paidHere) await receive(town.context, paymentNo, { tradeNo: `T${paymentNo}`, amountFen: PRICE, paidAt: at });
  return { day, paymentNo, paidHere, paidThere };
}
const keyOf = ({ side, ourNo, theirNo }: { side: string; ourNo: string; theirNo: string }): string => [side, ourNo, theirNo].join(' ');

test(
  'SM32 bills, repairs, second persons and balanced days in random order agree with a model; fees and suspense with the books',
  async () => {
    const random = randomOf(32);
    const { db } = town.context;
    const known: Known[] = [];
    const days = new Map<string, Day>(
      DAYS.map((day) => [day, { status: 'open', bill: null, open: new Set(), waiting: new Set(), adopted: new Map() }]),
    );
    const of = (day: string): Day => days.get(day) as Day;
    const listed = async () =>
      (await ask(clerk, 'GET', '/pay/recon/list?month=2026-03')).data.days as { day: string; reconDayId: number; status: string; open: number }[];
    const itemsOf = async (day: string) => {
      const row = (await listed()).find((one) => one.day === day);
      return row ? (await ask(clerk, 'GET', `/pay/recon/item/list?pageSize=500&shown=all&reconDayId=${row.reconDayId}`)).rows : [];
    };
    /** Numbers that the bill of a day lists and that are ours. */
    const linked = (bill: readonly BillRow[] | null): Set<string> =>
      new Set((bill ?? []).filter(({ kind }) => kind === 'pay').map(({ ourNo }) => ourNo));

    /** The open differences of a bill, from its definition: the first row of a number of ours is ours, every other one is theirs only. */
    function differences(day: string, bill: readonly BillRow[]): Set<string> {
      const [found, seen] = [new Set<string>(), new Set<string>()];
      for (const row of bill) {
        const mine = seen.has(row.ourNo) ? undefined : known.find(({ paymentNo }) => paymentNo === row.ourNo);
        if (mine) seen.add(row.ourNo);
        const agrees = mine !== undefined && mine.paidHere && row.fen === PRICE;
        if (!agrees) found.add(keyOf({ side: 'pay', ourNo: row.ourNo, theirNo: row.theirNo }));
      }
      const elsewhere = new Set([...days].flatMap(([other, { bill: others }]) => (other === day ? [] : [...linked(others)])));
      for (const one of known)
        if (one.day === day && one.paidHere && !seen.has(one.paymentNo) && !elsewhere.has(one.paymentNo))
          found.add(keyOf({ side: 'pay', ourNo: one.paymentNo, theirNo: '' }));
      return found;
    }

    const steps: Readonly<Record<string, (day: string) => Promise<unknown>>> = {
      async pay(day) {
        const paidHere = random() < 0.75;
        known.push(await bought(day, paidHere, paidHere ? random() < 0.9 : random() < 0.6));
      },
      async import(day) {
        const row = (ourNo: string, change: Partial<BillRow> = {}): BillRow => ({
          kind: 'pay',
          ourNo,
          theirNo: `T${ourNo}`,
          fen: PRICE,
          feeFen: pick(random, [0, 34, 35]),
          done: true,
          at: `${day} 12:00:00`,
          ...change,
        });
        const bill = known.flatMap((one) => {
          if (one.day !== day || !one.paidThere || random() < 0.1) return [];
          return [
            row(one.paymentNo, random() < 0.1 ? { fen: PRICE - 1 } : {}),
            ...(random() < 0.05 ? [row(one.paymentNo, { theirNo: `A${one.paymentNo}` })] : []),
          ];
        });
        if (random() < 0.3) bill.push(row(`ZF-unknown-${day}`, { fen: 990 }));
        const same = of(day).bill !== null && plainBill(of(day).bill ?? [], yuan) === plainBill(bill, yuan);
        await storeBill(town.context, { channel: 'sandbox', day, name: 'bill.csv', bytes: Buffer.from(plainBill(bill, yuan)) }, 'clerk');
        while (await runDueImport(town.context));
        if (same) return;
        const model = of(day);
        model.bill = bill;
        model.status = 'open';
        model.open = differences(day, bill);
        // What waits for its second person stays as it was; what was adopted is done.
        for (const key of model.waiting) model.open.add(key);
        for (const key of model.adopted.keys()) model.open.delete(key);
        // What another day said we have alone is in this bill.
        for (const [other, others] of days)
          if (other !== day)
            for (const { ourNo, fen } of bill) {
              const key = keyOf({ side: 'pay', ourNo, theirNo: '' });
              const mine = known.find(({ paymentNo }) => paymentNo === ourNo);
              if (mine?.paidHere && fen === PRICE && !others.waiting.has(key)) others.open.delete(key);
            }
      },
      async repair(day) {
        const open = (await itemsOf(day)).filter((item) => item.open);
        if (open.length === 0) return;
        const item = pick(random, open);
        const key = keyOf(item);
        const [event, as] = [pick(random, ['ask', 'ask', 'adopt', 'confirm', 'withdraw']), pick(random, [clerk, second])];
        const answer = await ask(as, 'PUT', `/pay/recon/item/${event}/${item.reconItemId}`, { reason: '付款人尚未查明' });
        expect([200, 500, 22804]).toContain(answer.code);
        expect(answer.msg).not.toContain('系统未知错误');
        const mine = known.find(({ paymentNo }) => paymentNo === item.ourNo);
        const model = of(day);
        if (answer.code !== 200) return;
        if (event === 'ask' && mine) {
          // A paid answer pays what we did not have.
          if (mine.paidThere) mine.paidHere = true;
          const agrees = item.theirFen === null ? mine.paidThere : mine.paidHere && item.theirFen === PRICE;
          expect(answer.data.outcome).toBe(agrees ? '渠道已确认，两边一致' : '渠道的答复与账单不一致，请核对后处理');
          if (agrees) model.open.delete(key);
        }
        if (event === 'adopt') model.waiting.add(key);
        if (event === 'withdraw') model.waiting.delete(key);
        if (event === 'confirm') {
          model.waiting.delete(key);
          model.open.delete(key);
          model.adopted.set(key, (item.theirFen ?? 0) - (item.ourFen ?? 0));
        }
      },
      async balance(day) {
        const row = (await listed()).find((one) => one.day === day);
        if (!row) return;
        const { code } = await ask(clerk, 'PUT', `/pay/recon/balance/${row.reconDayId}`);
        const model = of(day);
        const expected = model.status === 'balanced' ? 23201 : model.bill === null ? 500 : model.open.size > 0 ? 23202 : 200;
        expect([day, code]).toEqual([day, expected]);
        if (code === 200) model.status = 'balanced';
      },
    };
    const names = ['pay', 'import', 'repair', 'repair', 'repair', 'repair', 'repair', 'balance'];
    const seen = new Set<string>();
    for (let step = 1; step <= STEPS; step += 1) {
      const [name, day] = [pick(random, names), pick(random, DAYS)];
      await steps[name]?.(day);
      const rows = await listed();
      for (const [one, model] of days) {
        const row = rows.find((each) => each.day === one);
        if (row) seen.add(row.status);
        expect([step, name, one, row?.status ?? 'open']).toEqual([step, name, one, model.status]);
        if ((row?.open ?? 0) === model.open.size) continue;
        const open = (await itemsOf(one)).filter((item) => item.open).map(keyOf);
        expect([step, name, one, open.toSorted()]).toEqual([step, name, one, [...model.open].toSorted()]);
      }
      if (step % 10 !== 0) continue;
      const fees = sum([...days.values()].flatMap(({ bill }) => (bill ?? []).map(({ feeFen }) => feeFen)));
      const suspense = sum([...days.values()].flatMap(({ adopted }) => [...adopted.values()]));
      expect([step, (await accountBalances(db, 'fee')).get('sandbox') ?? 0]).toEqual([step, fees]);
      expect([step, suspense + ((await accountBalances(db, 'suspense')).get('sandbox') ?? 0)]).toEqual([step, 0]);
      expect([step, await verifyMoney(db)]).toEqual([step, []]);
    }
    if (STEPS >= 400) expect([...seen].toSorted()).toEqual(['balanced', 'open']);
  },
  limit(120_000),
);
