import { expect, test } from 'vitest';
import { presets } from './report-days.ts';

const at = (time: string) => Object.fromEntries(presets(new Date(time)));

test('the ranges of a report are days in Shanghai', () => {
  // 2026-01-01 02:00 in Shanghai.
  const found = at('2025-12-31T18:00:00Z');
  expect(found['本月']).toEqual({ begin: '2026-01-01', end: '2026-01-01' });
  expect(found['上月']).toEqual({ begin: '2025-12-01', end: '2025-12-31' });
  expect(found['上季']).toEqual({ begin: '2025-10-01', end: '2025-12-31' });
  expect(found['去年']).toEqual({ begin: '2025-01-01', end: '2025-12-31' });
});

test('the end of February follows the leap year', () => {
  expect(at('2028-03-05T00:00:00Z')['上月']).toEqual({ begin: '2028-02-01', end: '2028-02-29' });
});
