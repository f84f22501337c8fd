// @vitest-environment jsdom
import { QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { myCollects } from '../../contract/library/favorite.ts';
import { personOf } from '../../tests/support/person.ts';
import { queryClient } from '../api/query-client.ts';
import { endSession } from '../session/session.store.ts';
import { logIn } from '../session/sign-in.ts';
import { pendingFavorite } from './pending-favorites.ts';
import { startFavorites } from './favorites.store.ts';
import { setFavorite } from './set-favorite.ts';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';

const user = personOf({ userId: 51 });
let answer = (): Promise<Response> => Promise.resolve(Response.json({ code: 200, msg: '', data: { collectNum: 1 } }));
const away = (): Promise<Response> => Promise.reject(new TypeError('no network'));
const heard: string[] = [];
vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
  if (address.endsWith('/login')) return Response.json({ code: 200, msg: '', token: 'a-token' });
  if (address.endsWith('/getInfo')) return Response.json({ code: 200, msg: '', user, roles: [], permissions: [] });
  if (!address.includes('/info/collect')) return Response.json({ code: 200, msg: '' });
  const came = await answer();
  heard.push(method === 'POST' ? `+${String(JSON.parse(String(body)).targetId)}` : `-${address.split('/').at(-1)}`);
  return came;
});
const online = (): boolean => window.dispatchEvent(new Event('online'));
const fine = answer;

beforeEach(async () => {
  localStorage.clear();
  await logIn({ username: 'reader', password: 'right-pass-1', code: '', uuid: '' }, false);
  heard.length = 0;
  answer = fine;
});

test('stores an offline favourite on the device, keeps it after the tab closes, and sends only the last choice, once', async () => {
  answer = away;
  expect(await setFavorite(7, true)).toBe('later');
  expect(await setFavorite(8, true)).toBe('later');
  expect(await setFavorite(8, false)).toBe('later');
  expect([pendingFavorite(7), pendingFavorite(8), pendingFavorite(9)]).toEqual([true, false, undefined]);
  expect(localStorage.getItem('shuzhou.collect-wishes.51')).toBe('{"7":true,"8":false}');
  // Another tab, later.
  vi.resetModules();
  const { session } = await import('../session/session.store.ts');
  const { loadPerson } = await import('../session/session.store.ts');
  const { startFavorites: start } = await import('./favorites.store.ts');
  const later = await import('./pending-favorites.ts');
  session.now = { state: 'restoring' };
  await loadPerson();
  answer = fine;
  start();
  await vi.waitFor(() => expect(heard).toEqual(['+7', '-8']));
  online();
  await eventLoopTurns();
  expect([heard, later.pendingFavorite(7), localStorage.getItem('shuzhou.collect-wishes.51')]).toEqual([['+7', '-8'], undefined, null]);
});

test('shows the server’s error to the user who pressed; an answer of a proxy or captive portal is not one', async () => {
  answer = async () => Response.json({ code: 404, msg: '作品不存在' });
  await expect(setFavorite(7, true)).rejects.toThrow('作品不存在');
  expect(pendingFavorite(7)).toBeUndefined();
  for (const status of [401, 502]) {
    answer = async () => new Response('', { status });
    expect(await setFavorite(7, true)).toBe('later');
  }
  // This answer is from the server; it also applies to entries that were not sent.
  answer = async () => Response.json({ code: 401, msg: '认证失败' });
  expect(await setFavorite(8, true)).toBe('ended');
  // A temporary failure does not lose an entry that no caller waits for.
  startFavorites();
  answer = async () => Response.json({ code: 500, msg: '系统错误' });
  online();
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(5));
  expect(pendingFavorite(7)).toBe(true);
  answer = fine;
  online();
  await vi.waitFor(() => expect(pendingFavorite(7)).toBeUndefined());
});

test('a favourite of an earlier page appears on the open shelf once the server has it; one that was just removed stays listed', async () => {
  answer = away;
  await setFavorite(7, true);
  const asked = vi.fn(async () => []);
  const stop = new QueryObserver(queryClient, { queryKey: [myCollects.key], queryFn: asked }).subscribe(() => undefined);
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1));
  answer = fine;
  startFavorites();
  online();
  await vi.waitFor(() => expect(asked.mock.calls.length).toBeGreaterThan(1));
  await eventLoopTurns();
  const before = asked.mock.calls.length;
  await setFavorite(7, false);
  await eventLoopTurns();
  expect([heard.at(-1), asked.mock.calls.length]).toEqual(['-7', before]);
  stop();
});

test('sends a pending action only with the token of its user', async () => {
  answer = away;
  await setFavorite(7, true);
  await endSession();
  answer = fine;
  heard.length = 0;
  online();
  await eventLoopTurns();
  expect([heard, pendingFavorite(7), localStorage.getItem('shuzhou.collect-wishes.51')]).toEqual([[], undefined, '{"7":true}']);
});
