import { expect, it } from 'vitest';
import { deadlineText } from './deadline.ts';

const at = (wire: string): number => Date.parse(`${wire.replace(' ', 'T')}+08:00`);

it('#43.9 a deadline shows its time of day, and on its last day the hours and minutes that are left', () => {
  const due = '2026-11-28 18:30:00';
  expect(deadlineText(due, at('2026-11-20 09:00:00'))).toBe('2026-11-28 18:30');
  expect(deadlineText(due, at('2026-11-27 18:29:59'))).toBe('2026-11-28 18:30');
  expect(deadlineText(due, at('2026-11-28 15:10:00'))).toBe('2026-11-28 18:30（还有3小时20分）');
  expect(deadlineText(due, at('2026-11-28 18:05:00'))).toBe('2026-11-28 18:30（还有25分钟）');
  expect(deadlineText(due, at('2026-11-28 18:29:30'))).toBe('2026-11-28 18:30（还有不到1分钟）');
  expect(deadlineText(due, at('2026-11-28 18:30:00'))).toBe('2026-11-28 18:30');
  expect(deadlineText('', 0)).toBe('');
});
