import { sum, timesBp } from '../../contract/money.ts';

export interface Reserve {
  /** Month in which it was held, yyyy-MM. */
  readonly period: string;
  readonly fen: number;
}

/** What the accounts of one agreement and payee hold before a line is settled; all amounts are positive fen. */
export interface Held {
  /** What earlier returns left to be set off. */
  readonly carryFen: number;
  readonly reserves: readonly Reserve[];
  /** What is left of the advance. */
  readonly advanceFen: number;
}

export interface Deductions {
  /** Set off against returns of earlier periods; negative when this line adds to them. */
  readonly carryFen: number;
  readonly heldFen: number;
  /** Taken from each reserve: released after its time, or used for returns. */
  readonly taken: readonly Reserve[];
  readonly recoupedFen: number;
  /** Income of the payee before tax. */
  readonly payableFen: number;
}

/** The month `months` before a month, both yyyy-MM. */
export function monthBefore(period: string, months: number): string {
  const count = Number(period.slice(0, 4)) * 12 + Number(period.slice(5)) - 1 - months;
  return `${String(Math.floor(count / 12)).padStart(4, '0')}-${String((count % 12) + 1).padStart(2, '0')}`;
}

/**
 * From the share of a payee to what is payable: minus carry, minus reserve, plus reserves whose time is over, minus the advance. A negative share
 * takes the oldest reserve first and is carried for the rest; nothing is charged.
 */
export function deductions(
  grossFen: number,
  period: string,
  { carryFen, reserves, advanceFen }: Held,
  terms: { readonly reserveBp: number; readonly recoup: boolean; readonly reserveMonths: number },
): Deductions {
  const left = reserves.filter(({ fen }) => fen > 0).toSorted((a, b) => (a.period < b.period ? -1 : 1));
  const taken: Reserve[] = [];
  let owed = Math.max(0, -grossFen);
  for (const reserve of left) {
    if (owed === 0) break;
    const fen = Math.min(owed, reserve.fen);
    taken.push({ period: reserve.period, fen });
    owed -= fen;
  }
  const income = Math.max(0, grossFen);
  const carried = Math.min(carryFen, income);
  const heldFen = timesBp(income - carried, terms.reserveBp);
  const due = monthBefore(period, terms.reserveMonths);
  const released: Reserve[] = [];
  for (const reserve of left) {
    const used = sum(taken.filter((one) => one.period === reserve.period).map(({ fen }) => fen));
    if (reserve.period <= due && reserve.fen > used) released.push({ period: reserve.period, fen: reserve.fen - used });
  }
  const before = income - carried - heldFen + sum(released.map(({ fen }) => fen));
  const recoupedFen = terms.recoup ? Math.min(advanceFen, before) : 0;
  const byPeriod = new Map<string, number>();
  for (const { period: of, fen } of [...taken, ...released]) byPeriod.set(of, (byPeriod.get(of) ?? 0) + fen);
  return {
    carryFen: carried - owed,
    heldFen,
    taken: [...byPeriod].map(([of, fen]) => ({ period: of, fen })),
    recoupedFen,
    payableFen: before - recoupedFen,
  };
}
