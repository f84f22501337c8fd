// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import type { LearningSession } from '../../contract/teaching/learning.ts';
import { learningTime } from './learning-time.ts';

const page = (documentIndex: number, at: number, pages = 4) => ({ documentIndex, page: at, pages });
let now = 0;
let put: LearningSession[] = [];
const open = () =>
  learningTime(
    7,
    (session) => void put.push(session),
    () => now,
  );
const visible = (state: 'visible' | 'hidden'): void => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  now = Date.UTC(2026, 10, 24, 4);
  put = [];
});

test('E36 counts a page by chapter up to three minutes, and nothing while the page is hidden', () => {
  const time = open();
  time.turned(page(0, 0));
  now += 60_000;
  time.turned(page(0, 1));
  now += 600_000;
  time.turned(page(1, 0));
  now += 5_000;
  visible('hidden');
  now += 900_000;
  visible('visible');
  now += 5_000;
  time.stop();
  expect(put.at(-1)).toMatchObject({
    publishId: 7,
    chapters: [
      { documentIndex: 0, seconds: 240, reached: 50 },
      { documentIndex: 1, seconds: 10, reached: 25 },
    ],
  });
  expect(new Set(put.map(({ sessionId }) => sessionId)).size).toBe(1);
});

test('E36 two windows at the same time count once', () => {
  const one = open();
  const two = open();
  one.turned(page(0, 0));
  two.turned(page(0, 0));
  now += 30_000;
  one.turned(page(0, 1));
  two.turned(page(0, 1));
  one.stop();
  two.stop();
  const last = new Map(put.map((session) => [session.sessionId, session.chapters[0]?.seconds ?? 0]));
  expect([...last.values()].reduce((sum, seconds) => sum + seconds, 0)).toBe(30);
});

test('E36 a session ends after half an hour, so that a class sees nothing of before the consent', () => {
  const time = open();
  for (let turn = 0; turn < 30; turn++) {
    time.turned(page(0, turn % 4));
    now += 120_000;
  }
  time.stop();
  const sessions = new Map(put.map((session) => [session.sessionId, session]));
  expect(sessions.size).toBeGreaterThan(1);
  for (const { startedAt, lastAt, chapters } of sessions.values()) {
    expect(lastAt - startedAt).toBeLessThanOrEqual(1_800_000);
    expect(chapters[0]?.seconds).toBeLessThanOrEqual((lastAt - startedAt) / 1000);
  }
});
