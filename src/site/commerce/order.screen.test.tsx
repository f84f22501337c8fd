// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { OrderCard } from '../../../contract/commerce/order.ts';
import { CallError } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { showPayCode } from './pay-code.store.ts';
import { network } from '../frame/network.store.ts';
import { OrderScreen } from './order.screen.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal(
  'IntersectionObserver',
  class {
    observe(): void {}
    disconnect(): void {}
  },
);

const state = vi.hoisted(() => ({ answers: {} as Record<string, unknown>, asked: [] as string[] }));
vi.mock('../../api/call.ts', async (original) => ({
  ...(await original<object>()),
  call: async ({ key }: { key: string }) => {
    state.asked.push(key);
    const answer = state.answers[key];
    if (answer instanceof Error) throw answer;
    return answer ?? new Promise(() => undefined);
  },
}));

const MINE = 'GET /pay/order/mine';
const CHECK = 'POST /pay/order/check/{orderNo}';
const NO = `DD${'2'.repeat(20)}`;
const item = (change: Partial<OrderCard['items'][number]> = {}): OrderCard['items'][number] => ({
  orderItemId: 1,
  publishId: 5,
  title: '灯塔',
  workKind: 'book',
  cover: { url: '', drawing: 'lit', colour: '', format: '' },
  kind: 'publication',
  qty: 1,
  unitFen: 5800,
  discountFen: 0,
  payFen: 5800,
  refundedFen: 0,
  opened: false,
  refundableQty: 1,
  refundedQty: 0,
  noRefund: '',
  inRefund: false,
  link: '',
  ...change,
});
const later = (minutes: number): string => new Date(Date.now() + (8 * 60 + minutes) * 60_000).toISOString().slice(0, 19).replace('T', ' ');
const card = (change: Partial<OrderCard> = {}): OrderCard => ({
  orderId: 1,
  orderNo: NO,
  status: 'paid',
  totalFen: 5800,
  discountFen: 0,
  payFen: 5800,
  refundedFen: 0,
  channel: 'sandbox',
  createTime: '2026-11-29 10:00:00',
  payTime: '2026-11-29 10:01:00',
  expireTime: later(29),
  cancelReason: '',
  items: [item()],
  refunds: [],
  attempt: 'paid',
  transfer: null,
  returned: [],
  invoiced: false,
  refundUntil: '2026-12-06 10:01:00',
  can: ['refund'],
  ...change,
});

let root: Root;
let place: HTMLElement;
async function open(query = ''): Promise<void> {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MemoryRouter initialEntries={[`/personalCenter/order${query}`]}>
          <OrderScreen />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
}
const settled = () => vi.waitFor(async () => act(async () => expect(place.querySelector('[aria-busy]')).toBeNull()));
const words = (): string => (place.textContent ?? '').replaceAll('\u00a0', ' ');
const buttons = (): string[] =>
  [...place.querySelectorAll('.order-acts button, .order-acts a, .pay-acts button, .pay-acts a')].map((one) => one.textContent ?? '');
const list = (...rows: OrderCard[]) => Object.assign(state.answers, { [MINE]: { rows, total: rows.length } });

beforeEach(() => {
  network.online = true;
  queryClient.clear();
  Object.assign(state, { answers: {}, asked: [] });
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

test('#48.2 the page of orders shows a skeleton, says that there is none, and offers a retry after an error', async () => {
  await open();
  expect(place.querySelector('[aria-busy]')).not.toBeNull();
  await act(async () => root.unmount());
  list();
  queryClient.clear();
  await open();
  await settled();
  expect(words()).toContain('还没有订单');
  await act(async () => root.unmount());
  state.answers[MINE] = new CallError(400, '参数不正确');
  queryClient.clear();
  await open();
  await settled();
  expect(place.querySelector('[role=alert]')?.textContent).toContain('加载失败，点击重试');
});

test.each<[string, Partial<OrderCard>, string[], string[]]>([
  ['an unpaid order', { status: 'unpaid', attempt: '', can: ['pay', 'cancel'] }, ['取消', '去支付'], ['待支付', '应付 ¥ 58.00', '剩 2']],
  ['an order whose channel is silent', { status: 'unpaid', attempt: 'created', can: ['pay', 'cancel'] }, ['取消', '我已支付', '去支付'], ['待支付']],
  ['an order whose payment failed', { status: 'unpaid', attempt: 'failed', can: ['pay', 'cancel'] }, ['取消', '重新支付'], []],
  ['a paid order', {}, ['申请退款', '阅读'], ['已支付', '实付 ¥ 58.00', '12月6日 10:01前可申请退款']],
  [
    'a finished order',
    { status: 'finished', can: ['hide'], items: [item({ noRefund: '数字内容已开始使用，不支持七日无理由退货' })] },
    ['隐藏', '阅读'],
    ['已完成'],
  ],
  ['a cancelled order', { status: 'cancelled', cancelReason: '超过支付时间', can: ['hide'] }, ['隐藏', '再次购买'], ['已取消', '超过支付时间']],
  [
    'a paid order of copies to hand out',
    {
      payFen: 25_520,
      totalFen: 29_000,
      discountFen: 3480,
      items: [item({ kind: 'seats', qty: 5, discountFen: 3480, payFen: 25_520, refundableQty: 3 })],
    },
    ['申请退款', '分配席位'],
    ['已支付', '5 份 · 每份 ¥ 58.00 · 可分配 3 份', '优惠 ¥ 34.80', '实付 ¥ 255.20'],
  ],
  [
    'a returned order',
    { status: 'refunded', refundedFen: 5800, can: ['hide'], items: [item({ refundedFen: 5800 })] },
    ['隐藏', '再次购买'],
    ['已退款', '已退 ¥ 58.00'],
  ],
  [
    'an order with an application',
    {
      status: 'refunding',
      can: [],
      items: [item({ noRefund: '该商品已在退款中', inRefund: true })],
      refunds: [
        {
          refundId: 3,
          refundNo: 'TK1',
          fen: 5800,
          status: 'applied',
          reason: '买错了',
          note: '',
          createTime: '',
          byTransfer: false,
          can: ['cancel'],
        },
      ],
    },
    [],
    ['退款中', '退款处理中，暂不能阅读', '退款 ¥ 58.00 · 待审核', '撤回申请'],
  ],
])('#48.2 %s shows its state and its buttons', async (_what, change, acts, texts) => {
  list(card(change));
  await open();
  await settled();
  expect(buttons()).toEqual(acts);
  for (const one of texts) expect(words()).toContain(one);
});

test('#48.3 an order that waits for a transfer shows the account, the sum and the number to quote', async () => {
  const transfer = { holder: '书舟出版社', bank: '渡口银行', account: '6228480000000000000', registered: false };
  state.answers[CHECK] = card({ status: 'unpaid', attempt: 'created', can: ['pay', 'cancel'], transfer });
  await open(`?orderNo=${NO}`);
  await settled();
  for (const one of ['等待转账', '书舟出版社', '渡口银行', '6228 4800 0000 0000 000', '¥ 58.00', NO]) expect(words()).toContain(one);
  expect(words()).not.toContain('我已支付');
});

test('#48.3 registered money of a transfer is being checked, and nothing can be paid again', async () => {
  const transfer = { holder: '书舟出版社', bank: '渡口银行', account: '6228480000000000000', registered: true };
  state.answers[CHECK] = card({ status: 'unpaid', attempt: 'created', can: [], transfer });
  await open(`?orderNo=${NO}`);
  await settled();
  expect(words()).toContain('正在复核');
  expect(words()).not.toContain('6228');
});

test('#48.2 without a network the last content stays, and nothing that moves money can be pressed', async () => {
  list(card({ status: 'unpaid', attempt: 'created', can: ['pay', 'cancel'] }));
  await open();
  await settled();
  await act(async () => (network.online = false));
  expect(words()).toContain('当前离线，显示的是上次内容');
  expect(words()).toContain('联网后可用');
  const buttons = [...place.querySelectorAll<HTMLButtonElement>('.order-acts button')];
  expect(buttons.length).toBeGreaterThan(0);
  expect(buttons.every(({ disabled }) => disabled)).toBe(true);
});

test.each<[string, Partial<OrderCard>, string, string[]]>([
  ['paid', {}, '支付成功', ['开始阅读', '买来送人', '查看我的订单']],
  [
    'silent',
    { status: 'unpaid', attempt: 'created', can: ['pay', 'cancel'] },
    '支付结果确认中，通常几秒，最长30分钟，不必重复支付',
    ['打开支付', '我已支付', '取消订单', '查看我的订单'],
  ],
  ['failed', { status: 'unpaid', attempt: 'failed', can: ['pay', 'cancel'] }, '支付没有成功', ['重新支付', '取消订单', '查看我的订单']],
  ['expired', { status: 'cancelled', cancelReason: '超过支付时间', can: ['hide'] }, '订单已过期', ['重新下单', '查看我的订单']],
  [
    'returned by itself',
    {
      status: 'cancelled',
      cancelReason: '超过支付时间',
      can: [],
      returned: [{ fen: 5800, reason: '订单过期后支付', status: 'sending', byTransfer: false }],
    },
    '订单过期后支付，¥ 58.00正在按原路退回，1至3个工作日到账',
    ['重新下单', '查看我的订单'],
  ],
])('#48.2 the page of a payment asks the channel and says what became of it: %s', async (_what, change, text, acts) => {
  state.answers[CHECK] = card(change);
  await open(`?orderNo=${NO}`);
  await settled();
  expect(state.asked).toContain(CHECK);
  expect(words()).toContain(text);
  expect(buttons()).toEqual(acts);
});

test('#48.2 the cart names what cannot be bought, leaves it out of the sum, and shows a price that changed', async () => {
  const row = { workKind: 'book', cover: item().cover, unitFen: 5800, discountFen: 0, createTime: '' };
  state.answers['GET /pay/cart'] = {
    items: [
      { ...row, cartItemId: 1, publishId: 5, title: '灯塔', payFen: 5800, shownFen: 5200, fault: '' },
      { ...row, cartItemId: 2, publishId: 6, title: '渡口', payFen: 0, shownFen: 2200, fault: '这部作品暂不销售' },
    ],
  };
  await open('?tab=cart');
  await settled();
  for (const one of ['这部作品暂不销售', '加入时 ¥ 52.00', '合计（1 部）¥ 58.00']) expect(words()).toContain(one);
  expect([...place.querySelectorAll<HTMLInputElement>('input')].map(({ disabled, checked }) => [disabled, checked])).toEqual([
    [false, true],
    [true, false],
  ]);
});

test('#48.3 the form of a refund says what comes back for each line, and why a line cannot', async () => {
  list(card({ items: [item(), item({ orderItemId: 2, title: '渡口', payFen: 2200, noRefund: '数字内容已开始使用，不支持七日无理由退货' })] }));
  await open();
  await settled();
  HTMLDialogElement.prototype.showModal = function show(this: HTMLDialogElement) {
    this.open = true;
  };
  await act(async () => [...place.querySelectorAll('button')].find((one) => one.textContent === '申请退款')?.click());
  const form = place.querySelector('dialog');
  expect((form?.textContent ?? '').replaceAll('\u00a0', ' ')).toMatch(/灯塔退回 ¥ 58.00.*渡口数字内容已开始使用，不支持七日无理由退货/);
  expect([...(form?.querySelectorAll<HTMLInputElement>('[type=checkbox]') ?? [])].map(({ disabled, checked }) => [disabled, checked])).toEqual([
    [false, true],
    [true, false],
  ]);
});

test('#48.5 a channel with a QR code shows it on the page of the payment, with the other ways to pay', async () => {
  state.answers[CHECK] = card({ status: 'unpaid', attempt: 'created', can: ['pay', 'cancel'], expireTime: later(20) });
  state.answers['GET /pay/order/channels/{orderNo}'] = {
    channels: [
      { channel: 'wechat', name: '微信支付' },
      { channel: 'alipay', name: '支付宝' },
    ],
  };
  showPayCode({ orderNo: NO, text: 'weixin://wxpay/bizpayurl?pr=1' });
  await open(`?orderNo=${NO}`);
  await vi.waitFor(async () => {
    await settled();
    expect(place.querySelector<HTMLImageElement>('img[alt=付款二维码]')?.src).toMatch(/^data:image\/png/);
  });
  for (const one of ['换个方式', '支付宝', '请用微信扫描二维码付款']) expect(words()).toContain(one);
  showPayCode(null);
});
