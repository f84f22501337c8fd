// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';

const device = vi.hoisted(() => ({ full: false }));
vi.mock('idb-keyval', async (original) => {
  const all = await original<typeof import('idb-keyval')>();
  return { ...all, set: (...args: Parameters<typeof all.set>) => (device.full ? Promise.reject(new Error('no room')) : all.set(...args)) };
});
const { saveTaskDraft, readTaskDraft, scoreKey } = await import('./judging-package.ts');

const place = { contestId: 1, roundType: 2, submitId: 3, calibration: '0' } as const;
const draft = { result: '', scores: { idea: 80 }, comment: '好' } as const;

test('#47.5 a draft of a judge is called stored only when the device has it', async () => {
  expect(await saveTaskDraft(7, place, draft)).toBe(true);
  expect(await readTaskDraft(7, place)).toEqual(draft);
  device.full = true;
  expect(await saveTaskDraft(7, place, { ...draft, comment: '更好' })).toBe(false);
  expect(await readTaskDraft(7, place)).toEqual(draft);
});

test('#47.5 each submission of a score has a key of its own, which the contract accepts', () => {
  const keys = [scoreKey(place), scoreKey(place)];
  expect(new Set(keys).size).toBe(2);
  expect(keys.map((key) => key.length <= 80)).toEqual([true, true]);
});
