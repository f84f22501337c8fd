import { wireDate } from './clock.ts';
import type { Tx } from './database.ts';
import { nextNumber } from './sequence.ts';

/** F18: prefix, year, separator and a number of the year, for example `GJ2026000001` or `XT2026-0001`. */
export async function yearlyNumber(tx: Tx, prefix: string, digits: number, now: number, separator: '' | '-' = ''): Promise<string> {
  const year = wireDate(now).slice(0, 4);
  return `${prefix}${year}${separator}${String(await nextNumber(tx, `${prefix}:${year}`)).padStart(digits, '0')}`;
}
