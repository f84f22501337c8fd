// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { personOf } from '../../tests/support/person.ts';
import { CallError } from '../api/call.ts';
import { session } from '../session/session.store.ts';
import { deviceCart } from './device-cart.ts';
import { mergeCart, putInCart, waitingCart } from './cart.store.ts';

const state = vi.hoisted(() => ({ failure: null as Error | null, inAccount: [] as number[], asked: 0, user: null as number | null }));
vi.mock('../session/session.store.ts', async (original) => ({ ...(await original<object>()), personOfToken: () => state.user }));
vi.mock('../api/call.ts', async (original) => ({
  ...(await original<object>()),
  call: async ({ key }: { key: string }, input: { body?: { lines: { publishId: number }[] } }) => {
    if (key === 'GET /pay/cart') return { items: state.inAccount.map((publishId) => ({ publishId })) };
    state.asked += 1;
    if (state.failure) throw state.failure;
    state.inAccount.push(...(input.body?.lines ?? []).map(({ publishId }) => publishId));
    return { count: state.inAccount.length };
  },
}));

const anonymous = () => {
  session.now = { state: 'anonymous' };
  state.user = null;
};
const signIn = (userId: number) => {
  session.now = { state: 'authenticated', user: personOf({ userId }), roles: [], permissions: [] };
  state.user = userId;
};

beforeEach(() => {
  localStorage.clear();
  Object.assign(state, { failure: null, inAccount: [], asked: 0 });
  anonymous();
});

test('#48.2 an anonymous cart stays on the device, and moves into the account at the sign-in', async () => {
  expect(await putInCart({ publishId: 3, shownFen: 5800 })).toBe('device');
  expect(await putInCart({ publishId: 3, shownFen: 5600 })).toBe('device');
  expect([deviceCart(null), waitingCart.count, state.asked]).toEqual([[{ publishId: 3, shownFen: 5600 }], 1, 0]);
  await mergeCart();
  expect(state.asked).toBe(0);
  signIn(7);
  await mergeCart();
  expect([state.inAccount, deviceCart(null), waitingCart.count]).toEqual([[3], [], 0]);
});

test('#48.2 without a network the cart of a user stays on the device for that user only', async () => {
  signIn(7);
  state.failure = new CallError(0, '网络连接失败');
  expect(await putInCart({ publishId: 4, shownFen: 100 })).toBe('device');
  await expect(mergeCart()).rejects.toThrow('网络连接失败');
  expect(deviceCart(7)).toHaveLength(1);
  state.failure = null;
  signIn(8);
  await mergeCart();
  expect([state.inAccount, deviceCart(7).length]).toEqual([[], 1]);
  signIn(7);
  await mergeCart();
  expect([state.inAccount, deviceCart(7)]).toEqual([[4], []]);
});

test('#48.2 a full cart keeps the works on the device, and works that are not sold any more leave it', async () => {
  await putInCart({ publishId: 5, shownFen: 100 });
  signIn(7);
  state.failure = new CallError(601, '购物车最多放50部作品');
  state.inAccount = Array.from({ length: 50 }, (_one, at) => at + 100);
  await expect(mergeCart()).rejects.toThrow('购物车最多放50部作品');
  expect(deviceCart(null)).toHaveLength(1);
  state.inAccount = [];
  await mergeCart();
  expect(deviceCart(null)).toEqual([]);
});

test('#48.2 the cart on the device holds 50 works', async () => {
  for (let at = 1; at <= 50; at += 1) expect(await putInCart({ publishId: at, shownFen: 1 })).toBe('device');
  expect(await putInCart({ publishId: 51, shownFen: 1 })).toBe('full');
  expect(deviceCart(null)).toHaveLength(50);
});
