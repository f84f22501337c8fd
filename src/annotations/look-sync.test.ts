// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSession, session } from '../session/session.store.ts';
import { annotations, storedById, openAnnotations, write } from './annotations.store.ts';
import { type LookState, syncLook } from './look-sync.ts';
import { readingTime } from '../reading-stats/reading-time.ts';
import { eventLoopTurns } from '../../tests/support/event-loop.ts';

let people = 900;
beforeEach(async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  localStorage.clear();
  session.now = { state: 'authenticated', user: { userId: ++people } as never, roles: [], permissions: [] };
  await openAnnotations();
});
afterEach(() => vi.unstubAllGlobals());

/** Simulates a reader screen with display settings. */
function screen(first: LookState) {
  let state = first;
  let notify = (): void => undefined;
  const all: unknown[] = [];
  return {
    all,
    now: () => state,
    choose(next: LookState) {
      state = next;
      notify();
    },
    door: {
      state: () => state,
      take: (next: LookState) => void (state = next),
      keepForAll: (look: object) => void all.push(look),
      dropOwn: () => void (state = { own: false, look: { fontSize: 18 } }),
      watch: (changed: () => void) => {
        notify = changed;
        return () => undefined;
      },
    },
  };
}

test('sends settings for all books or for one book, and applies settings chosen on another device', async () => {
  const here = screen({ own: false, look: { fontSize: 18 } });
  const stop = syncLook(7, here.door);
  here.choose({ own: false, look: { fontSize: 22 } });
  stop();
  expect(storedById('look-0')).toMatchObject({ look: { fontSize: 22 } });

  const again = screen({ own: false, look: { fontSize: 18 } });
  const end = syncLook(7, again.door);
  expect(again.now()).toEqual({ own: false, look: { fontSize: 22 } });
  write('look', 'look-7', { publishId: 7, look: { fontSize: 27 } });
  await eventLoopTurns();
  expect(again.now()).toEqual({ own: true, look: { fontSize: 27 } });
  // Removed on the other device: the book uses the common settings again.
  write('look', 'look-7', { publishId: 7, look: { fontSize: 27 } }, true);
  await eventLoopTurns();
  expect(again.now()).toEqual({ own: false, look: { fontSize: 22 } });
  end();
});

test('keeps a change for all books that was made just before the book got separate settings', () => {
  const here = screen({ own: false, look: { fontSize: 18 } });
  const stop = syncLook(7, here.door);
  here.choose({ own: false, look: { fontSize: 22 } });
  here.choose({ own: true, look: { fontSize: 22 } });
  here.choose({ own: true, look: { fontSize: 30 } });
  stop();
  expect(storedById('look-0')).toMatchObject({ look: { fontSize: 22 } });
  expect(storedById('look-7')).toMatchObject({ look: { fontSize: 30 } });
});

test('a book that had separate settings before the first sync keeps them', () => {
  write('look', 'look-0', { publishId: 0, look: { fontSize: 15 } });
  const here = screen({ own: true, look: { fontSize: 30 } });
  syncLook(8, here.door)();
  expect(here.now()).toEqual({ own: true, look: { fontSize: 30 } });
  expect(storedById('look-8')).toMatchObject({ look: { fontSize: 30 } });
});

test('does not apply one reader’s book settings to the next reader, and gives an anonymous visitor’s settings to the user who signs in', async () => {
  localStorage.setItem('shuzhou.looks.taken', '{"look-3":5}');
  const currentUsers = screen({ own: true, look: { fontSize: 24 } });
  syncLook(3, currentUsers.door)();
  expect(currentUsers.now()).toMatchObject({ look: { fontSize: 24 } });
  session.now = { state: 'authenticated', user: { userId: ++people } as never, roles: [], permissions: [] };
  await openAnnotations();
  const next = screen({ own: true, look: { fontSize: 30 } });
  syncLook(3, next.door)();
  expect(next.now()).toEqual({ own: false, look: { fontSize: 18 } });
  expect([storedById('look-0'), storedById('look-3')]).toEqual([null, null]);
});

test('counts reading time between page turns, at most three minutes a page, and none while the page is hidden', () => {
  let now = Date.parse('2026-11-21T10:00:00');
  let visible: DocumentVisibilityState = 'visible';
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visible);
  const show = (state: DocumentVisibilityState): void => {
    visible = state;
    document.dispatchEvent(new Event('visibilitychange'));
  };
  const time = readingTime(7, () => now);
  now += 40_000;
  time.turned();
  now += 3_600_000;
  time.turned();
  now += 5_000;
  show('hidden');
  now += 7_200_000;
  show('visible');
  now += 15_000;
  time.turned();
  time.finished();
  time.stop();
  expect(storedById(`d20261121-${localStorage.getItem('shuzhou.device')}`)).toMatchObject({
    day: '2026-11-21',
    seconds: 40 + 180 + 5 + 15,
    pages: 3,
    finished: [7],
  });
  vi.restoreAllMocks();
});

test('counts a minute once when two windows are open side by side', () => {
  let now = new Date('2026-11-20T09:00:00').getTime();
  localStorage.removeItem('shuzhou.read-until');
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const [one, other] = [readingTime(7, () => now), readingTime(8, () => now)];
  for (let turn = 0; turn < 3; turn++) {
    now += 60_000;
    one.turned();
  }
  now += 20_000;
  other.turned();
  one.stop();
  other.stop();
  expect(storedById(`d20261120-${localStorage.getItem('shuzhou.device')}`)).toMatchObject({ seconds: 200, pages: 4 });
  vi.restoreAllMocks();
});

test('splits reading over midnight between both days', () => {
  let now = new Date('2026-11-21T23:58:30').getTime();
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible');
  const time = readingTime(7, () => now);
  now += 60_000;
  time.turned();
  now += 75_000;
  time.turned();
  time.stop();
  const read = (day: string) => storedById(`d${day}-${localStorage.getItem('shuzhou.device')}`);
  expect([read('20261121'), read('20261122')]).toMatchObject([
    { seconds: 90, pages: 1 },
    { seconds: 45, pages: 1 },
  ]);
  vi.restoreAllMocks();
});

test('hides annotations from the next user of the device', async () => {
  write('look', 'look-0', { publishId: 0, look: { fontSize: 15 } });
  await eventLoopTurns();
  await forgetSession();
  await openAnnotations();
  expect([annotations.userId, storedById('look-0')]).toEqual([null, null]);
  session.now = { state: 'authenticated', user: { userId: ++people } as never, roles: [], permissions: [] };
  await openAnnotations();
  expect(storedById('look-0')).toBeNull();
});
