import { expect, test } from 'vitest';
import { initialOf } from './initial.ts';

test.each([
  ['何语', '何'],
  [' 陶知夏', '陶'],
  ['𠮷田', '𠮷'],
  ['E\u0301lodie', 'E\u0301'],
  ['<&', ''],
  ['', ''],
])('#43.15 the initial of %j is a whole character', (name, initial) => {
  expect(initialOf(name)).toBe(initial);
});
