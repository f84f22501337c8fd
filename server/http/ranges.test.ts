import { expect, it } from 'vitest';
import { rangeOf } from './ranges.ts';

it('reads a range by RFC 9110: an end before the start is ignored, a start past the end is out of range', () => {
  expect(rangeOf('bytes=0-4', 10)).toEqual({ start: 0, end: 4 });
  expect(rangeOf('bytes=4-', 10)).toEqual({ start: 4, end: 9 });
  expect(rangeOf('bytes=-3', 10)).toEqual({ start: 7, end: 9 });
  expect(rangeOf('bytes=-30', 10)).toEqual({ start: 0, end: 9 });
  expect(rangeOf('bytes=8-99', 10)).toEqual({ start: 8, end: 9 });
  expect(rangeOf('bytes=10-', 10)).toBe('outside');
  expect(rangeOf('bytes=-0', 10)).toBe('outside');
  expect(rangeOf('bytes=9-5', 10)).toBeNull();
  expect(rangeOf('bytes=0-1,4-5', 10)).toBeNull();
  expect(rangeOf('bytes=-', 10)).toBeNull();
});
