// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { unreadMessages } from '../../contract/inbox/message.ts';
import { queryClient, queryOf } from '../api/query-client.ts';
import { startAppBadge } from './app-badge.ts';

const state = vi.hoisted(() => ({ userId: 7 as number | null, change: (_userId: number | null): void => undefined, calls: 0 }));
vi.mock('../session/current-person.ts', () => ({ currentPerson: () => state.userId }));
vi.mock('../session/session.store.ts', () => ({ onPersonChange: (listener: (userId: number | null) => void) => (state.change = listener) }));
vi.mock('../api/call.ts', () => ({ call: async () => ((state.calls += 1), 4), CallError: Error, isOffline: () => false, TOO_LATE: 0 }));

const badge: (number | null)[] = [];
let standalone = true;
Object.assign(navigator, { setAppBadge: async (count: number) => void badge.push(count), clearAppBadge: async () => void badge.push(null) });
vi.stubGlobal('matchMedia', (media: string) => ({ matches: standalone && media.includes('standalone') }));
const read = (count: number) => queryClient.setQueryData(queryOf(unreadMessages, {}).queryKey, count);

beforeEach(() => {
  badge.length = 0;
  state.userId = 7;
});

test('44.18 the icon has the number of unread messages from every answer, and none when all are read or after the sign-out', async () => {
  read(7);
  startAppBadge();
  expect(badge).toEqual([7]);
  queryClient.clear();
  state.change(7);
  await expect.poll(() => badge.at(-1)).toBe(4);
  expect(state.calls).toBe(1);
  read(2);
  expect(badge.at(-1)).toBe(2);
  read(0);
  expect(badge.at(-1)).toBeNull();
  read(3);
  state.userId = null;
  state.change(null);
  expect(badge.at(-1)).toBeNull();
  read(5);
  expect(badge.at(-1)).toBeNull();
});

test('44.18 in a tab of the browser no request is made for the badge', () => {
  standalone = false;
  state.calls = 0;
  queryClient.clear();
  state.change(7);
  document.dispatchEvent(new Event('visibilitychange'));
  expect(state.calls).toBe(0);
});
