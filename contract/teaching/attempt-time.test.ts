import { expect, it } from 'vitest';
import { clockInDoubt, correctedTime } from './attempt-time.ts';

const HOUR = 3_600_000;
const received = 1_000 * HOUR;

it('measures an event back from the receipt by the steady clock, whatever the wall clock says', () => {
  const sent = { bootId: 'b', wallMs: 5 * HOUR, monoMs: 3 * HOUR };
  expect(correctedTime({ bootId: 'b', wallMs: 99 * HOUR, monoMs: HOUR }, sent, received)).toBe(received - 2 * HOUR);
});

it('uses the wall clock with its difference of now after a restart of the device, and never answers a time after the receipt', () => {
  const sent = { bootId: 'new', wallMs: 500 * HOUR, monoMs: HOUR };
  expect(correctedTime({ bootId: 'old', wallMs: 498 * HOUR, monoMs: 70 * HOUR }, sent, received)).toBe(received - 2 * HOUR);
  expect(correctedTime({ bootId: 'old', wallMs: 501 * HOUR, monoMs: 70 * HOUR }, sent, received)).toBe(received);
});

it('doubts a wall clock that was set or set back', () => {
  const at = (wallMs: number, monoMs: number, bootId = 'b') => ({ bootId, wallMs, monoMs });
  expect(clockInDoubt([at(0, 0), at(100_000, 100_000), at(300_000, 290_000)])).toBe(false);
  expect(clockInDoubt([at(0, 0), at(HOUR, 60_000)])).toBe(true);
  expect(clockInDoubt([at(HOUR, 60_000), at(0, 0, 'c')])).toBe(true);
  expect(clockInDoubt([at(HOUR, 60_000), at(2 * HOUR, 0, 'c')])).toBe(false);
});
