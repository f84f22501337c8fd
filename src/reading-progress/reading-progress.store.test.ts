// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personOf } from '../../tests/support/person.ts';
import { storePosition } from '../media-player/positions.ts';
import { loadPerson, session } from '../session/session.store.ts';
import { writeToken } from '../api/token.ts';
import { positionIn, savePosition, startProgress } from './reading-progress.store.ts';

const DAY = 86_400_000;
const at = (percent: number) => ({ publishId: 7, editionId: 2, cfi: `epubcfi(/6/4!/4/${percent})`, percent, documentIndex: 1, chapterTitle: '' });
type Sent = ReturnType<typeof at> & { clock: number };
type Answer = (sent: Sent) => unknown;

const takes: Answer = (sent) => ({ ...sent, clock: Math.min(sent.clock, Date.now() + DAY) });
/** The house: it knows the person of the token, takes places as `put` says, and has the place `there`. */
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

/** A device of one more person, with a line. */
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

/** The network is back: what is unsent goes now. */
async function goNow(): Promise<void> {
  const before = server.sent.length;
  // A place is in the database once it is asked for.
  await positionIn(7);
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(server.sent.length).toBeGreaterThan(before));
  await new Promise((done) => setTimeout(done, 20));
}

test('an answer that is none is tried again, and breaks no clock', async () => {
  server.put = () => Response.json({});
  savePosition(at(10));
  await goNow();
  expect((await positionIn(7)).here).toMatchObject({ percent: 10, sent: false });
  server.put = takes;
  await goNow();
  expect((await positionIn(7)).here).toMatchObject({ percent: 10, sent: true });
  savePosition(at(11));
  await goNow();
  expect(server.sent.every(({ clock }) => Number.isSafeInteger(clock))).toBe(true);
  expect((await positionIn(7)).here).toMatchObject({ percent: 11, sent: true });
});

test('only the house itself refuses for good; a proxy on the way does not', async () => {
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

test('a place goes with its own reader’s token alone', async () => {
  // Another tab has signed in as somebody else, and this one has not heard of it.
  writeToken('of-somebody-else');
  savePosition(at(30));
  await positionIn(7);
  dispatchEvent(new Event('online'));
  await new Promise((done) => setTimeout(done, 60));
  expect(server.sent).toEqual([]);
  writeToken(`token-${server.person}`);
  await goNow();
  expect(server.sent.at(-1)).toMatchObject({ percent: 30 });
});

test('a device whose time was days ahead hears of the others again', async () => {
  const real = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: real + 10 * DAY });
  server.put = (sent) => ({ ...sent, clock: real + DAY });
  savePosition(at(32));
  await goNow();
  vi.setSystemTime(real + 60_000);
  const there = { ...at(100), clock: real + DAY + 1 };
  server.there = async () => there;
  const found = await positionIn(7);
  expect(found.here).toMatchObject({ percent: 32, clock: real + DAY, sent: true });
  expect(await found.there).toEqual(there);
  vi.useRealTimers();
});

test('a device that keeps such a clock from before hears of them too', async () => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + 10 * DAY });
  server.put = (sent) => sent;
  savePosition(at(32));
  await goNow();
  vi.useRealTimers();
  server.there = async () => ({ ...at(100), clock: now + DAY });
  expect(await (await positionIn(7)).there).toMatchObject({ percent: 100 });
});

test('where the place of another device stands, that one is the newer', async () => {
  const there = { ...at(60), clock: Date.now() + 5_000 };
  server.put = () => there;
  server.there = async () => there;
  savePosition(at(33));
  await goNow();
  expect(await (await positionIn(7)).there).toEqual(there);
});

test('pages turned before the others are heard of are kept, and a newer place of theirs still wins', async () => {
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
  // Turned on once that is known, the reader is here.
  savePosition(at(46));
  expect(await (await positionIn(7)).there).toBeNull();
  vi.useRealTimers();
});

test('a position of a film that waits goes along', async () => {
  storePosition(server.person, 5, 90_000);
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(vi.mocked(fetch).mock.calls.some(([address]) => String(address).endsWith('/info/media/place'))).toBe(true));
});

test('a place of another device without a clock is none', async () => {
  server.there = async () => ({});
  expect(await (await positionIn(7)).there).toBeNull();
});
