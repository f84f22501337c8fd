// @vitest-environment jsdom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallError } from '../../api/call.ts';
import { network } from '../frame/network.store.ts';
import { CheckoutSheet } from './checkout-sheet.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
vi.stubGlobal('matchMedia', () => ({ matches: true }));
HTMLDialogElement.prototype.showModal = function open(this: HTMLDialogElement) {
  this.open = true;
};

const state = vi.hoisted(() => ({
  prices: { 1: 5800, 2: 2200 } as Record<number, number>,
  faults: {} as Record<number, string>,
  channels: [{ channel: 'sandbox', name: '演示支付' }],
  failure: null as Error | null,
  payFailure: null as Error | null,
  placed: [] as { requestId: string; lines: { publishId: number; shownFen: number }[] }[],
  paid: [] as string[],
  left: [] as string[],
  cart: [] as number[],
}));
vi.mock('./open-channel.ts', () => ({
  openChannel: async (orderNo: string, _channel: string, requestId: string) => {
    state.paid.push(requestId);
    if (state.payFailure) throw state.payFailure;
    state.left.push(orderNo);
    return true;
  },
}));
vi.mock('../../cart/cart.store.ts', () => ({
  refreshCart: async () => undefined,
  putInCart: async ({ publishId }: { publishId: number }) => void state.cart.push(publishId),
}));
vi.mock('../../api/call.ts', async (original) => ({
  ...(await original<object>()),
  call: async ({ key }: { key: string }, { body }: { body: { requestId: string; lines: { publishId: number; shownFen: number }[] } }) => {
    if (key === 'POST /pay/order/preview')
      return {
        lines: body.lines.map(({ publishId }) => ({ publishId, payFen: state.prices[publishId], fault: state.faults[publishId] ?? '' })),
        channels: state.channels,
      };
    state.placed.push(body);
    if (state.failure) throw state.failure;
    return { orderNo: 'DD1', status: 'unpaid' };
  },
}));

let root: Root;
let place: HTMLElement;
const line = (publishId: number, title: string, shownFen: number) => ({
  publishId,
  title,
  shownFen,
  cover: { url: '', drawing: 'lit' as const, colour: '', format: '' as const },
});
const close = vi.fn();
async function open(lines = [line(1, '灯塔', 5800)]): Promise<void> {
  place = document.body.appendChild(document.createElement('div'));
  root = createRoot(place);
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <CheckoutSheet lines={lines} close={close} />
        </MemoryRouter>
      </QueryClientProvider>,
    ),
  );
  await vi.waitFor(async () => act(async () => expect(place.querySelector('input[type=radio], .pay-problem p')).not.toBeNull()));
}
const words = (): string => (place.textContent ?? '').replaceAll('\u00a0', ' ');
const button = (): HTMLButtonElement => [...place.querySelectorAll<HTMLButtonElement>('.pay-foot button')].at(-1) as HTMLButtonElement;
const press = () => act(async () => button().click());

beforeEach(() => {
  network.online = true;
  Object.assign(state, { prices: { 1: 5800, 2: 2200 }, faults: {}, channels: [{ channel: 'sandbox', name: '演示支付' }] });
  Object.assign(state, { failure: null, payFailure: null, placed: [], paid: [], left: [], cart: [] });
});
afterEach(async () => {
  await act(async () => root.unmount());
  place.remove();
});

test('#48.2 shows works, sum, channel and the rule of digital goods, and leaves for the channel once for two taps', async () => {
  await open([line(1, '灯塔', 5800), line(2, '渡口', 2200)]);
  for (const one of ['灯塔', '渡口', '¥ 80.00', '演示支付', '数字内容一经阅读或下载，不支持七日无理由退货']) expect(words()).toContain(one);
  await act(async () => {
    button().click();
    button().click();
  });
  await press();
  expect(state.left).toEqual(['DD1']);
  expect(new Set(state.placed.map(({ requestId }) => requestId)).size).toBe(1);
  expect(state.placed[0]?.lines).toEqual([
    { publishId: 1, shownFen: 5800 },
    { publishId: 2, shownFen: 2200 },
  ]);
});

test('#48.2 a price that changed is shown beside the old one, and only the new one is bought', async () => {
  await open();
  state.failure = new CallError(21503, '商品价格已变动，请刷新');
  state.prices[1] = 6200;
  await press();
  await vi.waitFor(async () => act(async () => expect(button().textContent).toBe('按新价购买')));
  expect(words()).toContain('原价 ¥ 58.00');
  expect(words()).toContain('新价 ¥ 62.00');
  expect(words()).toContain('商品价格已变动，请核对新价');
  expect(state.left).toEqual([]);
  state.failure = null;
  await press();
  expect(state.placed.at(-1)?.lines).toEqual([{ publishId: 1, shownFen: 6200 }]);
  expect(state.left).toEqual(['DD1']);
});

test('#48.2 an error stays in the sheet, and the next try pays the order that was placed', async () => {
  await open();
  state.payFailure = new CallError(500, '支付方式暂不可用，请稍后再试');
  await press();
  expect(place.querySelector('[role=alert]')?.textContent).toContain('支付方式暂不可用，请稍后再试');
  state.payFailure = null;
  await press();
  expect([state.placed.length, state.left, new Set(state.paid).size]).toEqual([1, ['DD1'], 2]);
});

test('#48.2 an unpaid order with the same work leads to the orders', async () => {
  await open();
  state.failure = new CallError(21507, '您有一笔未支付的订单包含《灯塔》，请先支付或取消');
  await press();
  expect(place.querySelector('[role=alert] a')?.getAttribute('href')).toBe('/personalCenter/order?tab=unpaid');
});

test('#48.2 a work that cannot be bought says why and does not block the others', async () => {
  state.faults[2] = '您已拥有该作品';
  await open([line(1, '灯塔', 5800), line(2, '渡口', 2200)]);
  expect(words()).toContain('您已拥有该作品');
  expect(words()).toContain('合计¥ 58.00');
  await press();
  expect(state.placed[0]?.lines).toEqual([{ publishId: 1, shownFen: 5800 }]);
});

test('#48.2 without a channel nothing can be paid, and it is said', async () => {
  state.channels = [];
  await open();
  expect(words()).toContain('支付方式暂不可用，请稍后再试');
  expect(button().disabled).toBe(true);
});

test('#48.2 without a network nothing is paid, and the work may be kept in the cart', async () => {
  network.online = false;
  await open();
  expect(words()).toContain('联网后再支付');
  expect(button().textContent).toBe('加入购物车');
  await press();
  expect([state.cart, state.placed, close.mock.calls.length]).toEqual([[1], [], 1]);
});
