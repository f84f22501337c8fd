import { expect, it } from 'vitest';
import { isKeptAhead, keptAhead } from './download-hint.ts';

it('names the books kept last, and nothing where none is', () => {
  expect(keptAhead([])).toBe('true');
  expect(keptAhead([7, 12])).toBe('kept 7 12');
  const many = keptAhead(Array.from({ length: 1000 }, (_, index) => 1_000_000 + index));
  expect(many.length).toBeLessThan(2_000);
  expect(isKeptAhead(many, '1000999')).toBe(true);
  expect(isKeptAhead(many, '1000000')).toBe(false);
});

it('a number is one of them or not', () => {
  expect(isKeptAhead('kept 7 12', '12')).toBe(true);
  expect(isKeptAhead('kept 7 12', '1')).toBe(false);
  expect(isKeptAhead('true', '7')).toBe(false);
  expect(isKeptAhead('7', '7')).toBe(false);
  expect(isKeptAhead('', '')).toBe(false);
});
