// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personOf } from '../../tests/support/person.ts';
import { loadPerson, session } from '../session/session.store.ts';
import { writeToken } from '../api/token.ts';
import { beginAt, devicePosition, storePosition, sendPositions, startMediaPositions, takePositions, wayOn } from './positions.ts';

interface Sent {
  mediaId: number;
  positionMs: number;
  clock: number;
}
const takes = (sent: Sent): Response => Response.json({ code: 200, data: sent });
/** The simulated server: its answer, and the requests sent to it. */
const server = { answer: takes, sent: [] as Sent[] };

beforeEach(async () => {
  localStorage.clear();
  Object.assign(server, { answer: takes, sent: [] });
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit) => {
    if (address.endsWith('/getInfo')) return Response.json({ code: 200, user: personOf(), roles: [], permissions: [] });
    const sent = JSON.parse(String(body ?? '{}')) as Sent;
    if (body) server.sent.push(sent);
    return server.answer(sent);
  });
  writeToken('token');
  session.now = { state: 'restoring' };
  await loadPerson();
});
afterEach(() => vi.unstubAllGlobals());

test('keeps a position unsent when the answer is not valid', async () => {
  server.answer = () => Response.json({});
  storePosition(1, 5, 90_000);
  expect(await sendPositions(1)).toBe('later');
  await takePositions(1, 7);
  expect(devicePosition(1, 5)).toMatchObject({ positionMs: 90_000, sent: false });
});

test('ignores a position without its numbers', () => {
  localStorage.setItem('shuzhou.media-places.1', '{"5":{"sent":true},"6":null}');
  expect([devicePosition(1, 5), devicePosition(1, 6)]).toEqual([null, null]);
  storePosition(1, 5, 30_000);
  expect(devicePosition(1, 5)?.positionMs).toBe(30_000);
});

test('sends a position only with its own user’s token, and not again if the track no longer exists', async () => {
  storePosition(1, 5, 90_000);
  writeToken('of-somebody-else');
  expect([await sendPositions(1), server.sent]).toEqual(['done', []]);
  writeToken('token');
  server.answer = () => Response.json({ code: 404, msg: '这段音视频不存在或已删除' });
  expect(await sendPositions(1)).toBe('done');
  expect(devicePosition(1, 5)).toMatchObject({ positionMs: 90_000, sent: true });
});

test('sends offline positions at the start and when the network is back, without an open player', async () => {
  storePosition(1, 5, 90_000);
  startMediaPositions();
  await vi.waitFor(() => expect(devicePosition(1, 5)?.sent).toBe(true));
  storePosition(1, 6, 40_000);
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(devicePosition(1, 6)?.sent).toBe(true));
  expect(server.sent.map(({ mediaId, positionMs }) => [mediaId, positionMs])).toEqual([
    [5, 90_000],
    [6, 40_000],
  ]);
});

test.each([
  ['full', 'QuotaExceededError'],
  ['full, as Firefox says it', 'NS_ERROR_DOM_QUOTA_REACHED'],
])('with storage that is %s keeps a position in the page, sends it to the server, and shows one message', async (_what, name) => {
  vi.resetModules();
  const here = await import('./positions.ts');
  const { onStorageFull } = await import('../storage/storage-full.ts');
  const notified = vi.fn();
  onStorageFull(notified);
  const reject = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no room', name);
  });
  here.storePosition(1, 5, 90_000);
  here.storePosition(null, 6, 40_000);
  expect([here.devicePosition(1, 5)?.positionMs, here.lastTrack(null, [5, 6])]).toEqual([90_000, 6]);
  expect(notified).toHaveBeenCalledOnce();
  await (await import('../session/session.store.ts')).loadPerson();
  expect([await here.sendPositions(1), server.sent.map(({ positionMs }) => positionMs)]).toEqual(['done', [90_000]]);
  expect(here.devicePosition(1, 5)?.sent).toBe(true);
  reject.mockRestore();
  here.storePosition(null, 7, 50_000);
  expect(localStorage.getItem('shuzhou.media-places.visitor')).toContain('40000');
});

test('does not repeat the last seconds of a track: the next one starts, and after the last one the first', () => {
  const tracks = [5, 6].map((mediaId) => ({ mediaId, durationSec: 200 }));
  vi.useFakeTimers({ toFake: ['Date'] });
  const stop = (mediaId: number, positionMs: number): void => {
    vi.setSystemTime(Date.now() + 60_000);
    storePosition(1, mediaId, positionMs);
  };
  const ways = (): unknown[] => {
    const { track, how } = wayOn(1, tracks);
    return [track?.mediaId, how];
  };
  expect(ways()).toEqual([5, 'begin']);
  stop(5, 150_000);
  expect(ways()).toEqual([5, 'on']);
  stop(5, 191_000);
  expect(ways()).toEqual([6, 'on']);
  stop(6, 200_000);
  expect(ways()).toEqual([5, 'again']);
  expect([beginAt({ positionMs: 191_000 }, 200), beginAt({ positionMs: 189_000 }, 200), beginAt({ positionMs: 8_500 }, 10)]).toEqual([0, 189, 8.5]);
  expect(wayOn(1, [])).toEqual({ track: undefined, how: 'begin' });
  vi.useRealTimers();
});
