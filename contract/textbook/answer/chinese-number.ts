import { exact, negated, type Exact } from './decimal.ts';

const DIGITS = '零一二三四五六七八九';
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1000 };
const FORMS: Readonly<Record<string, string>> = { 〇: '零', '○': '零', 两: '二', 兩: '二', 萬: '万', 億: '亿', 點: '点', 負: '负' };
const SIGN = /^[零〇○一二两兩三四五六七八九十百千万萬亿億]+$/;

/** Writes 0 to 9999 as is usual: 一百零二, 两千 as 二千. */
function written(value: number): string {
  let made = '';
  let gap = false;
  for (const [unit, name] of [
    [1000, '千'],
    [100, '百'],
    [10, '十'],
    [1, ''],
  ] as const) {
    const digit = Math.floor(value / unit) % 10;
    if (digit === 0) gap ||= made !== '';
    else {
      made += `${gap ? '零' : ''}${DIGITS[digit]}${name}`;
      gap = false;
    }
  }
  return made;
}

function writtenLarge(value: number): string {
  if (value === 0) return '零';
  let made = '';
  for (const [unit, name] of [
    [100_000_000, '亿'],
    [10_000, '万'],
    [1, ''],
  ] as const) {
    const part = Math.floor(value / unit) % 10_000;
    if (part === 0) continue;
    const gap = made !== '' && (part < 1000 || made.endsWith('零'));
    made += `${gap ? '零' : ''}${written(part)}${name}`;
  }
  return made;
}

/** The value of a number with units such as 两千零二十六, without a check of its form. */
function valueOf(text: string): number {
  let all = 0;
  let section = 0;
  let digit = 0;
  for (const sign of text) {
    const unit = UNITS[sign];
    if (sign === '万' || sign === '亿') {
      all = sign === '亿' ? (all + section + digit) * 100_000_000 : all + (section + digit) * 10_000;
      section = 0;
      digit = 0;
    } else if (unit !== undefined) {
      section += (digit || 1) * unit;
      digit = 0;
    } else digit = DIGITS.indexOf(sign);
  }
  return all + section + digit;
}

/** Reads a whole number: with units, or digit by digit (二〇二六). A form that may mean two numbers, such as 一百二, is none. */
function wholeOf(text: string): string | null {
  if (text.length > 20 || !SIGN.test(text)) return null;
  const plain = [...text].map((sign) => FORMS[sign] ?? sign).join('');
  if (!/[十百千万亿]/.test(plain)) return [...plain].map((sign) => DIGITS.indexOf(sign)).join('');
  const value = valueOf(plain);
  const usual = writtenLarge(value);
  return plain === usual || (usual.startsWith('一十') && plain === usual.slice(1)) ? String(value) : null;
}

/** Reads 十二, 两千零二十六, 负三点五; null for anything else. */
export function chineseNumber(text: string): Exact | null {
  const negative = text.startsWith('负') || text.startsWith('負');
  const [whole = '', part, more] = text.slice(negative ? 1 : 0).split(/[点點]/);
  if (more !== undefined) return null;
  const digits = wholeOf(whole);
  if (digits === null) return null;
  const decimals = part === undefined ? '' : /[十百千万萬亿億]/.test(part) ? null : wholeOf(part);
  if (decimals === null) return null;
  const value = exact(digits, decimals);
  return negative ? negated(value) : value;
}
