import { DAY_MS } from '../clock.ts';

/** Dates and times of forms: texts in formats made of yyyy MM dd HH mm ss WW, without time zones. */

export interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

const TOKEN = /yyyy|MM|dd|HH|mm|ss|WW/g;
const PART: Readonly<Record<string, { name: keyof DateParts; digits: number }>> = {
  yyyy: { name: 'year', digits: 4 },
  MM: { name: 'month', digits: 2 },
  dd: { name: 'day', digits: 2 },
  HH: { name: 'hour', digits: 2 },
  mm: { name: 'minute', digits: 2 },
  ss: { name: 'second', digits: 2 },
};

const FIRST: DateParts = { year: 1970, month: 1, day: 1, hour: 0, minute: 0, second: 0 };

const daysOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** Returns the parts of a text in this format, or null when it has another form or names no existing moment. */
export function parseDate(text: string, format: string): DateParts | null {
  const parts = { ...FIRST };
  let at = 0;
  let last = 0;
  for (const match of format.matchAll(TOKEN)) {
    const literal = format.slice(last, match.index);
    if (!text.startsWith(literal, at)) return null;
    at += literal.length;
    last = match.index + match[0].length;
    const part = PART[match[0]];
    const digits = text.slice(at, at + (part?.digits ?? 2));
    if (!/^\d+$/.test(digits) || digits.length !== (part?.digits ?? 2)) return null;
    at += digits.length;
    if (part) parts[part.name] = Number(digits);
  }
  if (text.slice(at) !== format.slice(last)) return null;
  const { year, month, day, hour, minute, second } = parts;
  const valid = year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month) && hour <= 23 && minute <= 59 && second <= 59;
  return valid ? parts : null;
}

/** Returns the week of the year by ISO 8601, and the year that the week belongs to. */
export function isoWeek({ year, month, day }: DateParts): { year: number; week: number } {
  const date = new Date(Date.UTC(year, month - 1, day));
  // The Thursday of a week decides its year.
  date.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
  const start = Date.UTC(date.getUTCFullYear(), 0, 1);
  return { year: date.getUTCFullYear(), week: Math.ceil(((date.getTime() - start) / DAY_MS + 1) / 7) };
}

/** Writes the parts in this format. */
export function formatDate(parts: DateParts, format: string): string {
  const week = format.includes('WW') ? isoWeek(parts) : null;
  return format.replace(TOKEN, (token) => {
    if (token === 'WW') return String(week?.week).padStart(2, '0');
    if (token === 'yyyy' && week) return String(week.year).padStart(4, '0');
    const part = PART[token]!;
    return String(parts[part.name]).padStart(part.digits, '0');
  });
}

/** Returns the seconds since midnight of `HH:mm` or `HH:mm:ss`, or null. */
export function secondsOfDay(text: string): number | null {
  const match = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text.trim());
  return match ? Number(match[1]) * 3_600 + Number(match[2]) * 60 + Number(match[3] ?? 0) : null;
}

/** Reads `08:30:00-18:00:00`. Returns null when it is not two times in order. */
export function readTimeRange(text: unknown): { from: number; to: number; text: string } | null {
  if (typeof text !== 'string') return null;
  const [from, to, ...more] = text.split('-').map(secondsOfDay);
  return more.length === 0 && typeof from === 'number' && typeof to === 'number' && from <= to ? { from, to, text } : null;
}

/** Formats of the date types; the value of a week is its Monday. */
export const DATE_FORMATS: Readonly<Record<string, { format: string; value: string }>> = {
  date: { format: 'yyyy-MM-dd', value: 'yyyy-MM-dd' },
  week: { format: 'yyyy 第 WW 周', value: 'yyyy-MM-dd' },
  month: { format: 'yyyy-MM', value: 'yyyy-MM' },
  year: { format: 'yyyy', value: 'yyyy' },
  datetime: { format: 'yyyy-MM-dd HH:mm:ss', value: 'yyyy-MM-dd HH:mm:ss' },
  daterange: { format: 'yyyy-MM-dd', value: 'yyyy-MM-dd' },
  monthrange: { format: 'yyyy-MM', value: 'yyyy-MM' },
  datetimerange: { format: 'yyyy-MM-dd HH:mm:ss', value: 'yyyy-MM-dd HH:mm:ss' },
};

export const TIME_FORMAT = 'HH:mm:ss';

interface DateField {
  readonly [attribute: string]: unknown;
}

const textOr = (value: unknown, fallback: string): string => (typeof value === 'string' && value !== '' ? value : fallback);

/** Returns the format of a field's value. */
export function valueFormat(field: DateField, kind: string): string {
  if (kind === 'time' || kind === 'time-range') return textOr(field['value-format'], TIME_FORMAT);
  return textOr(field['value-format'], DATE_FORMATS[String(field['type'])]?.value ?? 'yyyy-MM-dd');
}

/** Returns the format in which people see a field's value. */
export function shownFormat(field: DateField, kind: string): string {
  if (kind === 'time' || kind === 'time-range') return textOr(field['format'], TIME_FORMAT);
  return textOr(field['format'], DATE_FORMATS[String(field['type'])]?.format ?? 'yyyy-MM-dd');
}
