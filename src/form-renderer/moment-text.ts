import { formatDate, parseDate, type DateParts } from '../../contract/workflow/form-date.ts';

/** Controls work with dates; forms store texts in the format of their field. */
export function dateOf(text: unknown, format: string): Date | null {
  if (typeof text !== 'string') return null;
  const parts = parseDate(text, format);
  return parts ? new Date(parts.year, parts.month - 1, parts.day, parts.hour, parts.minute, parts.second) : null;
}

export const partsOf = (date: Date): DateParts => ({
  year: date.getFullYear(),
  month: date.getMonth() + 1,
  day: date.getDate(),
  hour: date.getHours(),
  minute: date.getMinutes(),
  second: date.getSeconds(),
});

export const textOf = (date: Date, format: string): string => formatDate(partsOf(date), format);

/** Returns the Monday of the date's week; it is the value of a week. */
export function mondayOf(date: Date): Date {
  const monday = new Date(date);
  monday.setDate(date.getDate() - ((date.getDay() + 6) % 7));
  return monday;
}
