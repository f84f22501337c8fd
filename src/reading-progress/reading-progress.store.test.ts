// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { personOf } from '../../tests/support/person.ts';
import { keepPlace } from '../media-player/positions.ts';
import { loadPerson, session } from '../session/session.store.ts';
import { writeToken } from '../session/token.ts';
import { placeIn, savePlace, startProgress } from './reading-progress.store.ts';

const DAY = 86_400_000;
const at = (percent: number) => ({ publishId: 7, editionId: 2, cfi: `epubcfi(/6/4!/4/${percent})`, percent, documentIndex: 1, chapterTitle: '' });
type Sent = ReturnType<typeof at> & { clock: number };
type Answer = (sent: Sent) => unknown;

const takes: Answer = (sent) => ({ ...sent, clock: Math.min(sent.clock, Date.now() + DAY) });
/** The house: it knows the person of the token, takes places as `put` says, and has the place `there`. */
const house = { put: takes as Answer, there: async (): Promise<unknown> => null, sent: [] as Sent[], person: 0 };
const ok = (data: unknown): Response => Response.json({ code: 200, data });

async function answer(address: string, { method, body }: RequestInit): Promise<Response> {
  if (address.endsWith('/getInfo')) return Response.json({ code: 200, user: personOf({ userId: house.person }), roles: [], permissions: [] });
  if (!address.includes('/info/progress')) return ok(null);
  if (method !== 'PUT') return ok(await house.there());
  const sent = JSON.parse(String(body)) as Sent;
  house.sent.push(sent);
  const said = house.put(sent);
  return said instanceof Response ? said : ok(said);
}

/** A device of one more person, with a line. */
beforeEach(async () => {
  vi.stubGlobal('fetch', vi.fn(answer));
  localStorage.clear();
  Object.assign(house, { put: takes, there: async () => null, sent: [], person: house.person + 1 });
  writeToken(`token-${house.person}`);
  session.now = { state: 'unknown' };
  await loadPerson();
});
afterEach(() => vi.unstubAllGlobals());
startProgress();

/** The network is back: what is unsent goes now. */
async function goNow(): Promise<void> {
  const before = house.sent.length;
  // A place is in the database once it is asked for.
  await placeIn(7);
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(house.sent.length).toBeGreaterThan(before));
  await new Promise((done) => setTimeout(done, 20));
}

test('an answer that is none is tried again, and breaks no clock', async () => {
  house.put = () => Response.json({});
  savePlace(at(10));
  await goNow();
  expect((await placeIn(7)).here).toMatchObject({ percent: 10, sent: false });
  house.put = takes;
  await goNow();
  expect((await placeIn(7)).here).toMatchObject({ percent: 10, sent: true });
  savePlace(at(11));
  await goNow();
  expect(house.sent.every(({ clock }) => Number.isSafeInteger(clock))).toBe(true);
  expect((await placeIn(7)).here).toMatchObject({ percent: 11, sent: true });
});

test('only the house itself refuses for good; a proxy on the way does not', async () => {
  savePlace(at(20));
  for (const status of [400, 403, 404, 408, 413]) {
    house.put = () => new Response('blocked', { status });
    await goNow();
    expect((await placeIn(7)).here).toMatchObject({ percent: 20, sent: false });
  }
  house.put = () => Response.json({ code: 404, msg: '这本书不存在或已删除' });
  await goNow();
  expect((await placeIn(7)).here).toMatchObject({ percent: 20, sent: true });
});

test('a place goes with its own reader’s token alone', async () => {
  // Another tab has signed in as somebody else, and this one has not heard of it.
  writeToken('of-somebody-else');
  savePlace(at(30));
  await placeIn(7);
  dispatchEvent(new Event('online'));
  await new Promise((done) => setTimeout(done, 60));
  expect(house.sent).toEqual([]);
  writeToken(`token-${house.person}`);
  await goNow();
  expect(house.sent.at(-1)).toMatchObject({ percent: 30 });
});

test('a device whose time was days ahead hears of the others again', async () => {
  const real = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: real + 10 * DAY });
  house.put = (sent) => ({ ...sent, clock: real + DAY });
  savePlace(at(32));
  await goNow();
  vi.setSystemTime(real + 60_000);
  const there = { ...at(100), clock: real + DAY + 1 };
  house.there = async () => there;
  const found = await placeIn(7);
  expect(found.here).toMatchObject({ percent: 32, clock: real + DAY, sent: true });
  expect(await found.there).toEqual(there);
  vi.useRealTimers();
});

test('a device that keeps such a clock from before hears of them too', async () => {
  const now = Date.now();
  vi.useFakeTimers({ toFake: ['Date'], now: now + 10 * DAY });
  house.put = (sent) => sent;
  savePlace(at(32));
  await goNow();
  vi.useRealTimers();
  house.there = async () => ({ ...at(100), clock: now + DAY });
  expect(await (await placeIn(7)).there).toMatchObject({ percent: 100 });
});

test('where the place of another device stands, that one is the newer', async () => {
  const there = { ...at(60), clock: Date.now() + 5_000 };
  house.put = () => there;
  house.there = async () => there;
  savePlace(at(33));
  await goNow();
  expect(await (await placeIn(7)).there).toEqual(there);
});

test('pages turned before the others are heard of are kept, and a newer place of theirs still wins', async () => {
  savePlace(at(40));
  await goNow();
  house.there = () => new Promise(() => undefined);
  const { here } = await placeIn(7);
  const sent = house.sent.length;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 });
  savePlace(at(45), false);
  expect((await placeIn(7)).here).toMatchObject({ percent: 45, sent: false });
  expect(house.sent).toHaveLength(sent);
  house.there = async () => ({ ...at(40), clock: Number(here?.clock) });
  expect(await (await placeIn(7)).there).toBeNull();
  const elsewhere = { ...at(60), clock: Number(here?.clock) + 30_000 };
  house.there = async () => elsewhere;
  expect(await (await placeIn(7)).there).toEqual(elsewhere);
  // Turned on once that is known, the reader is here.
  savePlace(at(46));
  expect(await (await placeIn(7)).there).toBeNull();
  vi.useRealTimers();
});

test('a position of a film that waits goes along', async () => {
  keepPlace(house.person, 5, 90_000);
  dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(vi.mocked(fetch).mock.calls.some(([address]) => String(address).endsWith('/info/media/place'))).toBe(true));
});

test('a place of another device without a clock is none', async () => {
  house.there = async () => ({});
  expect(await (await placeIn(7)).there).toBeNull();
});
