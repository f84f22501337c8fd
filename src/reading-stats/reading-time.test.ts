// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { beforeEach, expect, test, vi } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import { annotations, storedOf } from '../annotations/annotations.store.ts';
import { readingTime } from './reading-time.ts';

vi.stubGlobal('fetch', async () => Response.json({ code: 500, msg: '稍后' }));
const day = () => storedOf('day').map(({ seconds, pages, finished }) => ({ seconds, pages, finished }));

beforeEach(() => Object.assign(annotations, { userId: 7, ready: true }));

test('counts a page when it is turned to, not each time a scroll stops on it, and counts a finished book once', () => {
  let now = new Date(2026, 10, 24, 12).getTime();
  const time = readingTime(12, () => now);
  for (const onward of [true, false, false, true]) {
    now += 6_000;
    time.turned(onward);
  }
  time.finished();
  time.stop();
  expect(day()).toEqual([{ seconds: 24, pages: 2, finished: [12] }]);
  // On another day the same last page is shown, and another book is read.
  now += DAY_MS;
  const again = readingTime(12, () => now);
  again.finished();
  again.stop();
  const other = readingTime(13, () => now);
  other.finished();
  other.stop();
  expect(day().map(({ finished }) => finished)).toEqual([[12], [13]]);
});
