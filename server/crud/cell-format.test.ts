import { expect, test } from 'vitest';
import { isInexact, shownDate, shownNumber } from './cell-format.ts';
import { visible } from './cell-text.ts';

test.each([
  [123, '00000', '00123'],
  [0, '00000', '00000'],
  [1012345678, '000-00000000', '010-12345678'],
  [13800138000, '0', '13800138000'],
  [13800138000, undefined, '13800138000'],
  [0.1 + 0.2, 'General', '0.3'],
  [1e-7, undefined, '0.0000001'],
  [12, '@', '12'],
  [0.125, '0.0%', '12.5%'],
  [0.5, '0%', '50%'],
  [1234567.891, '#,##0.00', '1,234,567.89'],
  [-1234.5, '#,##0.00;(#,##0.00)', '(1,234.50)'],
  [-5, '0.0', '-5.0'],
  [-5, '0;[Red]-0', '-5'],
  [1.005, '0.00', '1.01'],
  [12.5, '0', '13'],
  [0.5, '#.##', '.5'],
  [3, '0.##', '3'],
  [7, '"第"000"号"', '第007号'],
  [12, '0"元"', '12元'],
  [9.9, '[$¥-804]#,##0.00', '¥9.90'],
  [9.9, '_ ¥* #,##0.00_ ;_ ¥* -#,##0.00_ ', '¥9.90'],
  [1234567, '0,', '1235'],
  [12345, '0.00E+00', '1.23E+4'],
  [0, '0;-0;"无"', '无'],
  [421122, '000000', '421122'],
  [7, '"No."0', 'No.7'],
])('#33.19 shows the number %d under %s as %s', (value, format, shown) => expect(shownNumber(value, format)).toBe(shown));

const day = (text: string): Date => new Date(`${text}Z`);
test.each([
  ['2026-11-25T00:00:00', undefined, '2026-11-25'],
  ['2026-11-25T09:05:00', undefined, '2026-11-25 09:05:00'],
  ['2026-11-25T00:00:00', 'mm-dd-yy', '2026-11-25'],
  ['2026-11-25T00:00:00', 'yyyy-mm-dd', '2026-11-25'],
  ['2026-01-05T00:00:00', 'yyyy"年"m"月"d"日"', '2026年1月5日'],
  ['2026-01-05T00:00:00', 'yyyy\\/mm\\/dd;@', '2026/01/05'],
  ['2026-01-05T08:03:09', 'yyyy-mm-dd hh:mm:ss', '2026-01-05 08:03:09'],
  ['2026-01-05T15:03:00', 'h:mm AM/PM', '3:03 PM'],
  ['2026-01-05T00:00:00', '[$-804]aaaa', '星期一'],
  ['2026-01-05T00:00:00', 'mmm yyyy', 'Jan 2026'],
  ['1899-12-30T08:30:00', 'h:mm', '8:30'],
])('#33.19 shows the time %s under %s as %s', (value, format, shown) => expect(shownDate(day(value), format)).toBe(shown));

test('#33.19 removes invisible characters from a value and detects a number that lost digits', () => {
  expect(visible('\ufeff138\u200b0013\u200e8000\u00a0')).toBe('13800138000 ');
  expect(visible('👩\u200d🏫 张\u200d三')).toBe('👩\u200d🏫 张三');
  expect([isInexact(4.21122199001011e17), isInexact(13800138000)]).toEqual([true, false]);
});
