import { expect, test } from 'vitest';
import { percentWords } from './percent.ts';

test('shows 100% on the last page of a book only', () => {
  expect([0, 57.34, 99.9, 99.96, 99.99, 100].map(percentWords)).toEqual(['0.0%', '57.3%', '99.9%', '99.9%', '99.9%', '100%']);
});
