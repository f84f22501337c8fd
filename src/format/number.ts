import { groupedYuan } from '../../contract/money.ts';
/** 1,286 · 3.2 万 · 1.4 亿 */
export function count(value: number): string {
  if (value >= 100_000_000) return `${tenth(value / 100_000_000)}\u00a0亿`;
  if (value >= 10_000) return `${tenth(value / 10_000)}\u00a0万`;
  return value.toLocaleString('zh-CN');
}

const tenth = (value: number): string => String(Math.floor(value * 10) / 10);

/** ¥ 32.00, which never breaks inside. */
export const price = (fen: number): string => `¥\u00a0${groupedYuan(fen)}`;

const DIGITS = '零一二三四五六七八九';

/** The 十五 of 第十五章; up to 9999. */
export function inChinese(value: number): string {
  if (value < 10) return DIGITS[value] ?? '';
  if (value < 20) return `十${value % 10 ? DIGITS[value % 10] : ''}`;
  let text = '';
  let gap = false;
  for (const [unit, word] of [
    [1000, '千'],
    [100, '百'],
    [10, '十'],
    [1, ''],
  ] as const) {
    const digit = Math.floor(value / unit) % 10;
    if (digit === 0) gap = text !== '';
    else {
      text += (gap ? '零' : '') + DIGITS[digit] + word;
      gap = false;
    }
  }
  return text;
}

/** 两章, 三章: a number before a counted noun. */
export const counted = (value: number): string => (value === 2 ? '两' : inChinese(value));

/** Characters per minute of an unhurried reader. */
const READING_SPEED = 450;

/** 约 6 小时, 约 40 分钟 */
export function readingTime(characters: number): { value: string; unit: string } {
  const minutes = Math.max(1, Math.round(characters / READING_SPEED));
  return minutes < 60 ? { value: `约 ${minutes}`, unit: '分钟读完' } : { value: `约 ${Math.round(minutes / 60)}`, unit: '小时读完' };
}
