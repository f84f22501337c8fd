import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../contract/clock.ts';
import type { Change } from '../../contract/annotation/sync.ts';
import { devicesOfReader, PASSAGE } from '../../tests/support/reader-devices.ts';

let devices: Awaited<ReturnType<typeof devicesOfReader>>;
beforeAll(async () => {
  devices = await devicesOfReader();
});
afterAll(() => devices.close());

type Word = Extract<Change, { kind: 'word' }>;

/** Syncs one change of a word from a device; returns the stored version. */
async function write(device: string, change: { meaning: string; clock: number; base: number; deleted?: boolean }): Promise<Word> {
  const word = { kind: 'word', clientId: 'compass', deleted: false, ...PASSAGE, sentence: '', box: 0, dueAt: 0, reviews: 0, ...change };
  return (await devices.say(device, word))[0] as Word;
}

test('accepts writes from a device whose fast clock was corrected, and counts a repeated write once', async () => {
  const now = Date.now();
  const first = await write('phone', { meaning: '一', clock: now + 10 * DAY_MS, base: 0 });
  const again = await write('phone', { meaning: '一', clock: now + 10 * DAY_MS, base: 0 });
  expect([again.meaning, again.seq]).toEqual(['一', first.seq]);
  // The device now has the clock that the server stored, which is at most one day ahead.
  const second = await write('phone', { meaning: '二', clock: again.clock + 1, base: again.seq });
  expect(second.meaning).toBe('二');
  const pads = await write('pad', { meaning: '平板', clock: second.clock + 1, base: second.seq });
  expect((await write('phone', { meaning: '三', clock: pads.clock + 1, base: pads.seq })).meaning).toBe('三');
});

test('keeps the totals of a reading day when its device loses them, and dates the day by when it was read', async () => {
  const monday = Date.UTC(2026, 9, 5, 4);
  const day = { kind: 'day', clientId: 'd20261005-phone', base: 0, deleted: false, day: '2026-10-05' };
  const said = async (change: object) => (await devices.say('phone', { ...day, ...change })).find(({ kind }) => kind === 'day');
  expect(await said({ clock: monday, seconds: 3600, pages: 90, finished: [1] })).toMatchObject({ createTime: '2026-10-05 12:00:00' });
  expect(await said({ clock: monday + 1, seconds: 10, pages: 1, finished: [2] })).toMatchObject({ seconds: 3600, pages: 90, finished: [1, 2] });
});
