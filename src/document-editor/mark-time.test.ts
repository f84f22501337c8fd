import { expect, test } from 'vitest';
import { markTimes } from './mark-time.ts';

const local = (text: string): string => {
  const at = new Date(text);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
};

test('52.1 marks of Word keep their written time, marks of others are shown in the time of the device, also at a whole minute', () => {
  const marks = [
    { author: '林编辑', date: '2026-03-01T09:30:00Z' },
    { author: '林编辑', date: '2026-03-01T09:31:00Z' },
    { author: '周审', date: '2026-03-01T01:30:12Z' },
    { author: '周审', date: '2026-03-01T01:31:00Z' },
    { author: '周审', date: '' },
    { author: '周审', date: '昨天' },
  ];
  const timeOf = markTimes(marks);
  expect(marks.map(timeOf)).toEqual(['2026-03-01 09:30', '2026-03-01 09:31', local('2026-03-01T01:30:12Z'), local('2026-03-01T01:31:00Z'), '', '']);
});
