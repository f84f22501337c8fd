import { DAY_MS, SHANGHAI_MS } from '../../../contract/clock.ts';
import { LEAST_BUYERS } from '../../../contract/commerce/spread/spread-limits.ts';
import { sum } from '../../../contract/money.ts';

/** What one buyer paid for copies on one day, as the number of the day since 1970 in Shanghai. */
export interface BuyerDay {
  readonly day: number;
  readonly userId: number;
  readonly copies: number;
  readonly fen: number;
}
export interface SalesRow {
  readonly kind: 'day' | 'week';
  readonly from: string;
  readonly to: string;
  readonly copies: number;
  readonly payFen: number;
}

/** 1970-01-01 was a Thursday; weeks begin on Monday. */
const weekOf = (day: number): number => Math.floor((day + 3) / 7);
const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
export const dayNumber = (at: number): number => Math.floor((at + SHANGHAI_MS) / DAY_MS);

/** Days with enough buyers, newest first; the other days of a week are one row, so that no single purchase can be read. The rows add up to everything. */
export function salesByDay(rows: readonly BuyerDay[]): SalesRow[] {
  const days = Map.groupBy(rows, ({ day }) => day);
  const total = (list: readonly BuyerDay[]) => ({
    copies: list.reduce((all, { copies }) => all + copies, 0),
    payFen: sum(list.map(({ fen }) => fen)),
  });
  const shown = [...days].filter(([, list]) => new Set(list.map(({ userId }) => userId)).size >= LEAST_BUYERS);
  const seen = new Set(shown.map(([day]) => day));
  const rest = Map.groupBy(
    rows.filter(({ day }) => !seen.has(day)),
    ({ day }) => weekOf(day),
  );
  return [
    ...shown.map(([day, list]): SalesRow => ({ kind: 'day', from: dateOf(day), to: dateOf(day), ...total(list) })),
    ...[...rest].map(([week, list]): SalesRow => ({ kind: 'week', from: dateOf(week * 7 - 3), to: dateOf(week * 7 + 3), ...total(list) })),
  ].toSorted((a, b) => (a.from === b.from ? (a.kind < b.kind ? -1 : 1) : a.from < b.from ? 1 : -1));
}
