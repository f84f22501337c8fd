import { expect, test } from 'vitest';
import { DATE_FORMATS, formatDate, parseDate } from './form-date.ts';

test('S9.8 dates have the formats of the specification, by the type of the field', () => {
  expect(Object.fromEntries(Object.entries(DATE_FORMATS).map(([type, { format }]) => [type, format]))).toMatchObject({
    date: 'yyyy-MM-dd',
    month: 'yyyy-MM',
    year: 'yyyy',
    datetime: 'yyyy-MM-dd HH:mm:ss',
    week: 'yyyy 第 WW 周',
  });
});

test.each([
  ['2026-11-28', 'yyyy-MM-dd', '2026-11-28'],
  ['2026-11-28', 'yyyy-MM', '2026-11'],
  ['2026-11-28', 'yyyy', '2026'],
  ['2026-11-28', 'yyyy 第 WW 周', '2026 第 48 周'],
  // ISO 8601: the first days of January may belong to the last week of the year before.
  ['2027-01-01', 'yyyy 第 WW 周', '2026 第 53 周'],
])('S9.8 %s in the format %s is %s', (text, format, shown) => {
  expect(formatDate(parseDate(text, 'yyyy-MM-dd')!, format)).toBe(shown);
});

test('S9.8 a date with a time keeps its seconds', () => {
  expect(formatDate(parseDate('2026-11-28 09:05:07', 'yyyy-MM-dd HH:mm:ss')!, 'yyyy-MM-dd HH:mm:ss')).toBe('2026-11-28 09:05:07');
});
