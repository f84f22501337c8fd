// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { takeWanted, want } from './pending-intent.ts';

beforeEach(() => localStorage.clear());

test('what was wanted is had once, by whom it is meant for, and not for long', () => {
  want('collect', 7);
  expect(takeWanted<number>('collect', (work) => work === 8)).toBeNull();
  expect(takeWanted<number>('collect', (work) => work === 7)).toBe(7);
  expect(takeWanted<number>('collect', (work) => work === 7)).toBeNull();
  vi.useFakeTimers({ now: Date.now() });
  want('collect', 7);
  vi.setSystemTime(Date.now() + 16 * 60_000);
  expect(takeWanted<number>('collect', (work) => work === 7)).toBeNull();
  vi.useRealTimers();
  localStorage.setItem('shuzhou.want.collect', '{');
  expect(takeWanted<number>('collect', () => true)).toBeNull();
});
