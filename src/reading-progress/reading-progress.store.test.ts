// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { OWN_BOOKS } from '../../contract/reading/own-book-id.ts';
import { personOf } from '../../tests/support/person.ts';
import { storePosition } from '../media-player/positions.ts';
import { loadPerson, session } from '../session/session.store.ts';
import { writeToken } from '../api/token.ts';
import { positionIn, savePosition, startProgress } from './reading-progress.store.ts';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';

const at = (percent: number) => ({ publishId: 7, editionId: 2, cfi: `epubcfi(/6/4!/4/${percent})`, percent, documentIndex: 1, chapterTitle: '' });
type Sent = ReturnType<typeof at> & { clock: number };
type Answer = (sent: Sent) => unknown;

const takes: Answer = (sent) => ({ ...sent, clock: Math.min(sent.clock, Date.now() + DAY_MS) });
/** A fake server: it returns the user of the token, answers positions with `put`, and has the position `there`. */
const server = { put: takes as Answer, there: async (): Promise<unknown> => null, sent: [] as Sent[], person: 0 };
const ok = (data: unknown): Response => Response.json({ code: 200, data });

async function answer(address: string, { method, body }: RequestInit): Promise<Response> {
  if (address.endsWith('/getInfo')) return Response.json({ code: 200, user: personOf({ userId: server.person }), roles: [], permissions: [] });
  if (!address.includes('/info/progress')) return ok(null);
  if (method !== 'PUT') return ok(await server.there());
  const sent = JSON.parse(String(body)) as Sent;
  server.sent.push(sent);
  const said = server.put(sent);
  return said instanceof Response ? said : ok(said);
}

/** A device with one new user and a network connection. */
beforeEach(async () => {
  vi.stubGlobal('fetch', vi.fn(answer));
  localStorage.clear();
  Object.assign(server, { put: takes, there: async () => null, sent: [], person: server.person + 1 });
  writeToken(`token-${server.person}`);
  session.now = { state: 'restoring' };
  await loadPerson();
});
afterEach(() => vi.unstubAllGlobals());
startProgress();

/** The network is back: unsent positions are sent now. */
async function goNow(): Promise<void> {
  const before = server.sent.length;
  // Reading the position waits until it is in the database.
  await positionIn(7);
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(server.sent.length).toBeGreaterThan(before));
  await eventLoopTurns();
}

test('retries after an invalid answer, and keeps the clock valid', async () => {
  server.put = () => Response.json({});
  savePosition(at(10));
  await goNow();
  expect((await positionIn(7)).here).toMatchObject({ percent: 10, sent: false });
  server.put = takes;
  await goNow();
  expect((await positionIn(7)).here).toMatchObject({ percent: 10, sent: true });
  savePosition(at(11));
  await goNow();
  expect(server.sent.length).toBeGreaterThan(0);
  expect(server.sent.every(({ clock }) => Number.isSafeInteger(clock))).toBe(true);
  expect((await positionIn(7)).here).toMatchObject({ percent: 11, sent: true });
});

test('44.18 the position in a book of one’s own stays on this device: it is neither sent nor asked for', async () => {
  const own = OWN_BOOKS + 5;
  const asked: string[] = [];
  server.there = async () => (asked.push('there'), null);
  savePosition({ ...at(40), publishId: own });
  expect((await positionIn(own)).here).toMatchObject({ percent: 40, sent: true });
  // What is sent afterwards shows that the other position was not waiting before it.
  savePosition(at(41));
  await goNow();
  expect([server.sent.map(({ publishId }) => publishId), asked.length]).toEqual([[7], 1]);
});

test('only the server itself rejects permanently; a proxy in between does not', async () => {
  savePosition(at(20));
  for (const status of [400, 403, 404, 408, 413]) {
    server.put = () => new Response('blocked', { status });
    await goNow();
    expect((await positionIn(7)).here).toMatchObject({ percent: 20, sent: false });
  }
  server.put = () => Response.json({ code: 404, msg: '这本书不存在或已删除' });
  await goNow();
  expect((await positionIn(7)).here).toMatchObject({ percent: 20, sent: true });
});

test('sends a position only with the token of its own user', async () => {
  // Another tab has signed in as another user, and this tab has not noticed it yet.
  writeToken('of-somebody-else');
  savePosition(at(30));
  await positionIn(7);
  dispatchEvent(new Event('online'));
  await eventLoopTurns();
  expect(server.sent).toEqual([]);
  writeToken(`token-${server.person}`);
  await goNow();
  expect(server.sent.at(-1)).toMatchObject({ percent: 30 });
});

test('a device whose time was days ahead receives positions of other devices again', async () => {
  const real = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: real + 10 * DAY_MS });
  server.put = (sent) => ({ ...sent, clock: real + DAY_MS });
  savePosition(at(32));
  await goNow();
  vi.setSystemTime(real + 60_000);
  const there = { ...at(100), clock: real + DAY_MS + 1 };
  server.there = async () => there;
  const found = await positionIn(7);
  expect(found.here).toMatchObject({ percent: 32, clock: real + DAY_MS, sent: true });
  expect(await found.there).toEqual(there);
  vi.useRealTimers();
});

test('a device that stored such a clock earlier receives them too', async () => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + 10 * DAY_MS });
  server.put = (sent) => sent;
  savePosition(at(32));
  await goNow();
  vi.useRealTimers();
  server.there = async () => ({ ...at(100), clock: now + DAY_MS });
  expect(await (await positionIn(7)).there).toMatchObject({ percent: 100 });
});

test("at the position of another device, the other device's position stays the newer one", async () => {
  const there = { ...at(60), clock: Date.now() + 5_000 };
  server.put = () => there;
  server.there = async () => there;
  savePosition(at(33));
  await goNow();
  expect(await (await positionIn(7)).there).toEqual(there);
});

test("stores pages turned before the other devices' position is loaded, and a newer position from there still wins", async () => {
  savePosition(at(40));
  await goNow();
  server.there = () => new Promise(() => undefined);
  const { here } = await positionIn(7);
  const sent = server.sent.length;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  savePosition(at(45), false);
  expect((await positionIn(7)).here).toMatchObject({ percent: 45, sent: false });
  expect(server.sent).toHaveLength(sent);
  server.there = async () => ({ ...at(40), clock: Number(here?.clock) });
  expect(await (await positionIn(7)).there).toBeNull();
  const elsewhere = { ...at(60), clock: Number(here?.clock) + 30_000 };
  server.there = async () => elsewhere;
  expect(await (await positionIn(7)).there).toEqual(elsewhere);
  // A page turned after that is loaded makes this device the newest.
  savePosition(at(46));
  expect(await (await positionIn(7)).there).toBeNull();
  vi.useRealTimers();
});

test('sends a waiting film position too', async () => {
  storePosition(server.person, 5, 90_000);
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(vi.mocked(fetch).mock.calls.some(([address]) => String(address).endsWith('/info/media/place'))).toBe(true));
});

test('ignores a position of another device without a clock', async () => {
  server.there = async () => ({});
  expect(await (await positionIn(7)).there).toBeNull();
});
