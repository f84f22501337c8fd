// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { createStore } from 'idb-keyval';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { backOff, newer, nextClock } from '../sync/logical-clock.ts';
import { positionRepository, type SavedPosition, writeAhead } from './position-repository.ts';
import { positionSync, type SendOutcome } from './position-sync.ts';

const place = (change: Partial<SavedPosition> = {}): SavedPosition => ({
  userId: 1,
  publishId: 7,
  editionId: 2,
  cfi: 'epubcfi(/6/4!/4/2)',
  percent: 12.5,
  documentIndex: 1,
  chapterTitle: '第二章',
  clock: 100,
  sent: false,
  ...change,
});
let databases = 0;
const freshBook = () => positionRepository(createStore(`places-${++databases}`, 'places'));
beforeEach(() => localStorage.clear());

describe('the clock', () => {
  it('increases from the last seen value and is not behind the current time', () => {
    expect(nextClock(0, 1_000)).toBe(1_000);
    expect(nextClock(5_000, 1_000)).toBe(5_001);
    expect(nextClock(1_000, 1_000)).toBe(1_001);
  });
  it('a device whose time is a day behind still wins when it reads later', () => {
    const there = nextClock(0, 100_000);
    expect(nextClock(there, 100_000 - 86_400)).toBeGreaterThan(there);
  });
  it("keeps the newer position, and this device's position when both are equal", () => {
    const [one, two] = [{ clock: 1 }, { clock: 2 }];
    expect(newer(one, two)).toBe(two);
    expect(newer(two, one)).toBe(two);
    expect(newer<{ clock: number }>(one, { clock: 1 })).toBe(one);
    expect(newer(null, one)).toBe(one);
  });
  it('retries at growing intervals of at most one minute', () => {
    expect([0, 1, 2, 3].map(backOff)).toEqual([1_000, 2_000, 4_000, 8_000]);
    expect(backOff(50)).toBe(60_000);
  });
});

describe('positions on this device', () => {
  it('keeps the later clock, in whichever order positions arrive', async () => {
    const book = freshBook();
    await book.put(place({ clock: 200, percent: 20 }));
    await book.put(place({ clock: 150, percent: 15 }));
    expect((await book.get(1, 7))?.percent).toBe(20);
  });
  it('restores a position that a killed tab had only written ahead', async () => {
    writeAhead(place({ clock: 300, percent: 30 }));
    expect((await freshBook().get(1, 7))?.percent).toBe(30);
  });
  it('treats a position with an invalid clock as older than any other', async () => {
    const book = freshBook();
    await book.put(place({ clock: NaN, percent: 20 }));
    expect((await book.get(1, 7))?.clock).toBe(0);
    await book.put(place({ clock: 1, percent: 21 }));
    expect((await book.get(1, 7))?.percent).toBe(21);
  });
  it('stores positions separately for each user and each anonymous visitor', async () => {
    const book = freshBook();
    await book.put(place());
    await book.put(place({ userId: null, percent: 3, sent: true }));
    expect((await book.get(2, 7)) ?? null).toBeNull();
    expect((await book.get(null, 7))?.percent).toBe(3);
    expect(await book.unsent(1)).toHaveLength(1);
    expect(await book.unsent(2)).toHaveLength(0);
  });
  it('a finished write does not mark later positions as sent', async () => {
    const book = freshBook();
    await book.put(place({ clock: 200 }));
    await book.settle(place({ clock: 100 }));
    expect(await book.unsent(1)).toHaveLength(1);
    await book.settle(place({ clock: 200 }));
    expect(await book.unsent(1)).toHaveLength(0);
  });
  it('a finished write has the clock of the server, also after a restart', async () => {
    const ahead = place({ clock: 900 });
    writeAhead(ahead);
    await freshBook().settle(ahead, 300);
    expect(await freshBook().get(1, 7)).toMatchObject({ clock: 300, sent: true });
  });
});

describe('the queue to the server', () => {
  function queue(outcomes: SendOutcome[]) {
    const book = freshBook();
    const sent: number[] = [];
    const send = async (each: SavedPosition): Promise<SendOutcome> => {
      sent.push(each.clock);
      return outcomes.shift() ?? { clock: each.clock };
    };
    const sender = positionSync({ book, person: () => 1, send, alone: (work) => work() });
    return { book, sent, sender };
  }

  it('sends a position once, however often the queue is triggered', async () => {
    const { book, sent, sender } = queue([]);
    await book.put(place());
    await Promise.all([sender.sendNow(), sender.sendNow(), sender.sendNow()]);
    await sender.sendNow();
    expect(sent).toEqual([100]);
  });
  it('keeps positions that could not be sent, retries automatically, and keeps only the newest of a book', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const { book, sent, sender } = queue(['later', 'later']);
    await book.put(place({ clock: 100 }));
    await sender.sendNow();
    await book.put(place({ clock: 101 }));
    await vi.advanceTimersByTimeAsync(1_100);
    vi.useRealTimers();
    await vi.waitFor(() => expect(sent).toEqual([100, 101]));
    await sender.sendNow();
    expect(sent).toEqual([100, 101, 101]);
    expect(await book.unsent(1)).toHaveLength(0);
  });
  it('a position that cannot be sent does not block other books', async () => {
    const { book, sent, sender } = queue(['later']);
    await book.put(place({ publishId: 7 }));
    await book.put(place({ publishId: 8, clock: 101 }));
    await sender.sendNow();
    expect(sent).toEqual([100, 101]);
    expect(await book.unsent(1)).toMatchObject([{ publishId: 7 }]);
    await vi.waitFor(() => expect(sent).toEqual([100, 101, 100]), 3_000);
  });
  it('does not send a position again that the server rejects permanently', async () => {
    const { book, sent, sender } = queue(['refused']);
    await book.put(place());
    await sender.sendNow();
    await sender.sendNow();
    expect(sent).toHaveLength(1);
  });
});
