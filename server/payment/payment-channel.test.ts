import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { fakeAlipay } from '../../tests/support/fake-alipay.ts';
import { fakeWechatPay } from '../../tests/support/fake-wechat-pay.ts';
import type { FakeBooks, Fault } from '../../tests/support/payment-fake.ts';
import { testContext, type TestContext } from '../../tests/support/test-context.ts';
import { channelOf } from './channels.ts';
import { readPlainBill } from './plain-bill.ts';
import type { Attempt, PaymentChannel } from './payment-channel.ts';
import { changeTrade } from './sandbox-trade.queries.ts';

let town: TestContext;
let alipay: Awaited<ReturnType<typeof fakeAlipay>>;
let wechat: Awaited<ReturnType<typeof fakeWechatPay>>;
let certified: Awaited<ReturnType<typeof fakeWechatPay>>;

beforeAll(async () => {
  [alipay, wechat, certified] = [await fakeAlipay(), await fakeWechatPay('public key'), await fakeWechatPay('certificates')];
  town = await testContext({ demo: true, alipay: alipay.settings, wechatPay: wechat.settings });
}, 60_000);
afterAll(async () => {
  await town.close();
  for (const fake of [alipay, wechat, certified]) await fake.close();
});

let numbers = 0;
const nextNo = (): string => `ZF20260101000000${String((numbers += 1)).padStart(6, '0')}`;
const attempt = (paymentNo: string, device: Attempt['device'] = 'pc'): Attempt => ({
  paymentNo,
  amountFen: 5800,
  subject: '《灯塔》',
  userId: 1,
  returnTo: '/personalCenter/order?orderNo=DD1',
  expiresAt: Date.now() + 60_000,
  device,
  ip: '127.0.0.1',
});

interface Case {
  readonly name: string;
  readonly channel: () => PaymentChannel;
  readonly books: (() => FakeBooks) | null;
  readonly pay: (paymentNo: string) => unknown;
  /** Makes the buyer's page open, where the channel makes the trade only then. */
  readonly visit: (address: string) => unknown;
}
const found = (name: string, settings = town.context.settings): PaymentChannel =>
  channelOf({ settings, db: town.context.db, parts: [] }, name) as PaymentChannel;
const CASES: readonly Case[] = [
  {
    name: 'sandbox',
    channel: () => found('sandbox'),
    books: null,
    pay: (no) => changeTrade(town.context.db, no, 'waiting', { state: 'paid' }),
    visit: () => null,
  },
  {
    name: 'Alipay',
    channel: () => found('alipay'),
    books: () => alipay.books,
    pay: (no) => alipay.books.pay(no),
    visit: (address) => alipay.visit(address),
  },
  {
    name: 'WeChat Pay with its public key',
    channel: () => found('wechat'),
    books: () => wechat.books,
    pay: (no) => wechat.books.pay(no),
    visit: () => null,
  },
  {
    name: 'WeChat Pay with platform certificates',
    channel: () => found('wechat', { ...town.context.settings, wechatPay: certified.settings }),
    books: () => certified.books,
    pay: (no) => certified.books.pay(no),
    visit: () => null,
  },
];
const FAULTS: readonly Fault[] = ['lost before acting', 'lost after acting', '500 after acting', 'not signed'];

describe.each(CASES)('#48.5 $name', ({ channel, books, pay, visit }) => {
  beforeEach(() => {
    const all = books?.();
    if (!all) return;
    all.faults.length = 0;
    all.poor = false;
    all.nextRefund = 'done';
  });
  async function opened(): Promise<string> {
    const no = nextNo();
    const where = await channel().open(attempt(no));
    if ('address' in where) visit(where.address);
    else expect(where.qr).toMatch(/^weixin:/);
    return no;
  }
  async function paid(): Promise<string> {
    const no = await opened();
    await pay(no);
    return no;
  }

  test('answers waiting before the payment and paid with the amount after it', async () => {
    expect(await channel().query(nextNo())).toEqual({ state: 'waiting' });
    const no = await opened();
    expect(await channel().query(no)).toEqual({ state: 'waiting' });
    await pay(no);
    expect(await channel().query(no)).toMatchObject({ state: 'paid', amountFen: 5800 });
  });

  test('closes an unpaid attempt, also one that the buyer never opened, and says when the buyer was faster', async () => {
    expect(await channel().close(await opened())).toEqual({ state: 'closed' });
    expect(await channel().close(nextNo())).toEqual({ state: 'closed' });
    const no = await paid();
    expect(await channel().close(no)).toMatchObject({ state: 'paid', amountFen: 5800 });
  });

  test('returns a part of a payment once for each number', async () => {
    const no = await paid();
    for (let time = 0; time < 3; time += 1) expect(await channel().refund(no, `TK${no}`, 1800, 5800)).toMatchObject({ state: 'done' });
    expect(await channel().queryRefund(no, `TK${no}`)).toMatchObject({ state: 'done' });
    if (books) expect([...books().refunds.values()].filter(({ paymentNo }) => paymentNo === no)).toHaveLength(1);
  });

  test.skipIf(!books).each(FAULTS)('answers unknown and never failed when the answer is %s', async (fault) => {
    const all = books?.() as FakeBooks;
    const no = await paid();
    // Enough for what is asked after a lost answer, and for a client that repeats it.
    const broken = async <T>(act: () => Promise<T>): Promise<T> => {
      all.faults.push(...Array<Fault>(8).fill(fault));
      const answer = await act();
      all.faults.length = 0;
      return answer;
    };
    expect((await broken(() => channel().query(no))).state).toBe('unknown');
    expect((await broken(() => channel().close(no))).state).toBe('unknown');
    expect((await broken(() => channel().refund(no, `TK${no}`, 5800, 5800))).state).toBe('unknown');
    expect((await broken(() => channel().queryRefund(no, `TK${no}`))).state).toBe('unknown');
    expect(await channel().refund(no, `TK${no}`, 5800, 5800)).toMatchObject({ state: 'done' });
    expect([...all.refunds.values()].filter(({ paymentNo }) => paymentNo === no)).toHaveLength(1);
  });

  test.skipIf(!books)('fails a refund only for a reason that is certain', async () => {
    const all = books?.() as FakeBooks;
    const no = await paid();
    all.poor = true;
    expect(await channel().refund(no, `TK${no}`, 5800, 5800)).toMatchObject({ state: 'failed' });
    all.poor = false;
    all.nextRefund = 'waiting';
    expect(await channel().refund(no, `TK${no}`, 5800, 5800)).toMatchObject({ state: 'waiting' });
    const refund = all.refunds.get(`TK${no}`);
    if (refund) refund.state = 'done';
    expect(await channel().queryRefund(no, `TK${no}`)).toMatchObject({ state: 'done' });
  });
});

test('#48.5 WeChat Pay says what to do with a refund that is closed or abnormal', async () => {
  const no = nextNo();
  await found('wechat').open(attempt(no));
  wechat.books.pay(no);
  wechat.books.nextRefund = 'closed';
  expect(await found('wechat').refund(no, `TK1${no}`, 100, 5800)).toMatchObject({ state: 'failed', numberUsed: true });
  wechat.books.nextRefund = 'abnormal';
  const abnormal = await found('wechat').refund(no, `TK2${no}`, 100, 5800);
  expect(abnormal).toMatchObject({ state: 'failed', reason: expect.stringContaining('退款异常') });
  expect(abnormal).not.toHaveProperty('numberUsed');
  wechat.books.nextRefund = 'done';
});

test('#48.5 WeChat Pay opens a page on a phone and sends the buyer out of its own browser', async () => {
  const address = await found('wechat').open(attempt(nextNo(), 'mobile'));
  expect(address).toMatchObject({ address: expect.stringContaining('redirect_url=http%3A%2F%2F127.0.0.1%3A8080%2FpersonalCenter') });
  await expect(found('wechat').open(attempt(nextNo(), 'wechat'))).rejects.toThrow('请点右上角，在浏览器中打开后支付');
});

test('#48.5 Alipay gets the expiry and both addresses, and no comma or quote changes the link', async () => {
  const opened = await found('alipay').open({ ...attempt(nextNo(), 'mobile'), subject: `《a,"b'&c=d》` });
  const fields = alipay.visit('address' in opened ? opened.address : '');
  expect(fields.get('method')).toBe('alipay.trade.wap.pay');
  expect(fields.get('notify_url')).toBe('http://127.0.0.1:8080/prod-api/pay/notify/alipay');
  expect(JSON.parse(fields.get('biz_content') ?? '')).toMatchObject({ time_expire: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) });
});

test('#48.5 each bill is read to the fen, and a spoiled one is rejected with its row', async () => {
  const day = '2026-01-02';
  alipay.bill.bytes = alipay.billOf(day, 35);
  wechat.bill.bytes = wechat.billOf(day, '0.35000');
  for (const [name, trades] of [
    ['alipay', alipay.books],
    ['wechat', wechat.books],
  ] as const) {
    const answer = await found(name).bill?.(day);
    const rows = answer?.state === 'done' ? await found(name).readBill(answer.bytes) : [];
    const paid = [...trades.trades.values()].filter(({ state }) => state === 'paid');
    expect(rows.filter(({ kind }) => kind === 'pay').map(({ ourNo }) => ourNo)).toEqual(paid.map(({ paymentNo }) => paymentNo));
    expect(rows.find(({ kind }) => kind === 'pay')).toMatchObject({ fen: 5800, feeFen: 35, done: true });
    expect(rows.filter(({ kind }) => kind === 'refund').length).toBe(trades.refunds.size);
  }
  wechat.bill.hash = '00';
  expect(await found('wechat').bill?.(day)).toMatchObject({ state: 'unknown' });
  wechat.bill.hash = '';
  wechat.bill.state = 'creating';
  expect(await found('wechat').bill?.(day)).toEqual({ state: 'waiting' });
  wechat.bill.state = 'ready';
  alipay.bill.ready = false;
  expect(await found('alipay').bill?.(day)).toEqual({ state: 'waiting' });
  const spoiled = Buffer.from(wechat.bill.bytes.toString().replaceAll('`5', '5'));
  await expect(found('wechat').readBill(spoiled)).rejects.toThrow(/账单第\d+行/);
  await expect(found('alipay').readBill(Buffer.from('a,b\n1,2'))).rejects.toThrow('账单缺少');
});

test('#48.5 reading a large bill lets other work of the server in, and a line without an end is rejected', async () => {
  const line = `支付,${nextNo()},T1,58.00,0.35,成功,2026-01-02 12:00:00\n`;
  const bytes = Buffer.from(`\uFEFF类型,我方单号,渠道单号,金额,手续费,状态,时间\n${line.repeat(10_000)}`);
  const seen = { turns: 0, over: false };
  const turn = (): void => {
    seen.turns += 1;
    if (!seen.over) setImmediate(turn);
  };
  setImmediate(turn);
  const rows = await readPlainBill(bytes);
  seen.over = true;
  expect(rows).toHaveLength(10_000);
  expect(new Set(rows.map(({ fen }) => fen))).toEqual(new Set([5800]));
  expect(seen.turns).toBeGreaterThan(10);
  await expect(readPlainBill(Buffer.from(`类型${'长'.repeat(200_000)}`))).rejects.toThrow('账单第1行过长');
});
