/**
 * Money is an integer number of fen. This module is the only place that multiplies, divides, rounds or writes amounts; `money-input.ts` reads them.
 * Rounding is half up to one fen on the absolute value, so that a reversal is the exact mirror of its line. Results beyond 2^53 throw a `RangeError`; products are exact.
 */

/** Basis points of the whole: 10 000 is 100 %. */
export const WHOLE_BP = 10_000;

const checked = (value: bigint): number => {
  const fen = Number(value);
  if (!Number.isSafeInteger(fen)) throw new RangeError(`an amount of ${value} fen is beyond 2^53`);
  return fen;
};
const integer = (value: number): bigint => {
  if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not a whole number of fen`);
  return BigInt(value);
};
const absolute = (value: bigint): bigint => (value < 0n ? -value : value);

/** `fen × numerator ÷ denominator`, half up on the absolute value; all three are integers, the denominator is positive. */
export function timesRatio(fen: number, numerator: number, denominator: number): number {
  const [product, divisor] = [integer(fen) * integer(numerator), integer(denominator)];
  if (divisor <= 0n) throw new RangeError('the denominator must be positive');
  const rounded = (absolute(product) * 2n + divisor) / (divisor * 2n);
  return checked(product < 0n ? -rounded : rounded);
}

/** A part in basis points. */
export const timesBp = (fen: number, bp: number): number => timesRatio(fen, bp, WHOLE_BP);

/** An amount for each of `count` units. */
export const times = (fen: number, count: number): number => checked(integer(fen) * integer(count));

export const sum = (amounts: Iterable<number>): number => {
  let all = 0n;
  for (const fen of amounts) all += integer(fen);
  return checked(all);
};

/**
 * Splits an amount by weights (integers, not negative) with the largest remainders: the parts sum to the total, no part is a fen or more from its
 * exact share, ties go to the first, a weight of 0 gets nothing. A negative total is the mirror of the positive one.
 */
export function spread(total: number, weights: readonly number[]): number[] {
  const all = weights.reduce((one, weight) => one + integer(weight), 0n);
  if (weights.some((weight) => weight < 0)) throw new RangeError('a weight is negative');
  if (all === 0n) {
    if (total !== 0) throw new RangeError('nothing to spread an amount over');
    return weights.map(() => 0);
  }
  const amount = absolute(integer(total));
  const parts = weights.map((weight, index) => ({ index, part: (amount * BigInt(weight)) / all, rest: (amount * BigInt(weight)) % all }));
  let left = amount - parts.reduce((one, { part }) => one + part, 0n);
  const shares = parts.map(({ part }) => part);
  for (const { index } of parts.toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest > b.rest ? -1 : 1))) {
    if (left === 0n) break;
    shares[index] = (shares[index] ?? 0n) + 1n;
    left -= 1n;
  }
  return shares.map((share) => checked(total < 0 ? -share : share));
}

/** What `count` of `units` equal units are worth, beyond the `before` that were counted already: the parts of all units end at the total. */
export const partOf = (fen: number, units: number, before: number, count: number): number =>
  timesRatio(fen, before + count, units) - timesRatio(fen, before, units);

/** F21: the net amount and the tax inside an amount with a rate in basis points. */
export function netOf(fen: number, rateBp: number): { readonly netFen: number; readonly taxFen: number } {
  const netFen = timesRatio(fen, WHOLE_BP, WHOLE_BP + rateBp);
  return { netFen, taxFen: fen - netFen };
}

/** 1234.50; with a minus sign for negative amounts. */
export function yuan(fen: number): string {
  // Without BigInt, which the first visit to the site would load.
  if (!Number.isSafeInteger(fen)) throw new RangeError();
  const digits = `${Math.abs(fen)}`.padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** 1,234.50 */
export const groupedYuan = (fen: number): string => yuan(fen).replace(/\d(?=(?:\d{3})+\.)/g, '$&,');

/** The number of yuan that a number field shows. */
export const yuanNumber = (fen: number): number => Number(yuan(fen));
