import { netOf, spread, sum, times, timesBp, timesRatio } from '../../contract/money.ts';
import type { TermTier } from '../../contract/protocol/term.ts';

/** Copies sold or returned (negative) at one price, laid on the scale in order of date, channel and id. */
export interface CopySale {
  readonly id: number;
  readonly date: string;
  readonly channel: string;
  readonly copies: number;
  readonly priceFen: number;
}

/** Net copies of one channel, price and rate: one line of the calculation, rounded once. */
export interface RoyaltyLine {
  readonly channel: string;
  readonly priceFen: number;
  readonly bp: number;
  readonly copies: number;
  readonly fen: number;
}

const byOrder = (a: CopySale, b: CopySale): number =>
  a.date === b.date ? (a.channel === b.channel ? a.id - b.id : a.channel < b.channel ? -1 : 1) : a.date < b.date ? -1 : 1;

/** The parts of the copies after `from` up to `to` on the scale, each with its rate. */
function partsOf(tiers: readonly TermTier[], from: number, to: number): { bp: number; copies: number }[] {
  const scale = tiers.toSorted((a, b) => a.fromCopies - b.fromCopies);
  return scale.flatMap(({ fromCopies, bp }, index) => {
    const start = Math.max(from, index === 0 ? 0 : fromCopies - 1);
    const next = scale[index + 1];
    const end = Math.min(to, next ? next.fromCopies - 1 : Number.MAX_SAFE_INTEGER);
    return end > start ? [{ bp, copies: end - start }] : [];
  });
}

/**
 * F1, F1b: lays sales on the scale of their form after the `before` copies of earlier periods. Returns go back down the same scale at their own
 * price. The net copies of one channel, price and rate are one line, rounded once, so that the result does not depend on how sales are cut into rows.
 * A return that is dated before the sale of its copies goes below the scale, where nothing is taken, and the sale that makes up for it pays nothing there.
 */
export function royaltyLines(tiers: readonly TermTier[], before: number, sales: readonly CopySale[]): { lines: RoyaltyLine[]; after: number } {
  const groups = new Map<string, { channel: string; priceFen: number; bp: number; copies: number }>();
  let at = before;
  for (const { channel, copies, priceFen } of sales.toSorted(byOrder)) {
    const to = at + copies;
    for (const part of partsOf(tiers, Math.min(at, to), Math.max(at, to))) {
      const key = JSON.stringify([channel, priceFen, part.bp]);
      const group = groups.get(key) ?? { channel, priceFen, bp: part.bp, copies: 0 };
      groups.set(key, { ...group, copies: group.copies + (to > at ? part.copies : -part.copies) });
    }
    at = to;
  }
  const lines = [...groups.values()]
    .filter(({ copies }) => copies !== 0)
    .map((group) => ({ ...group, fen: timesBp(times(group.priceFen, group.copies), group.bp) }));
  return { lines, after: at };
}

const scaleFen = (tiers: readonly TermTier[], from: number, to: number, priceFen: number): number =>
  sum(partsOf(tiers, from, to).map(({ bp, copies }) => timesBp(times(priceFen, copies), bp)));

/**
 * What the first settlement pays for copies up to the least number that were not sold, and what later periods set off for them: the difference
 * between what is topped up after this period and what was before. `before` is null in the first period that is settled.
 */
export function topUp(tiers: readonly TermTier[], least: number, before: number | null, after: number, priceFen: number): number {
  const missing = (copies: number): number => (copies < least ? scaleFen(tiers, copies, least, priceFen) : 0);
  return missing(after) - (before === null ? 0 : missing(before));
}

const DIGITAL_VAT_BP = 900;
/** The flat fee of the channel in the digital share; the real fee of a bill is a cost of the publisher. */
const CHANNEL_FEE_BP = 60;

/** F20: the share of one order line of a digital work, rounded for each line; a refund is the mirror of it. */
export const digitalShare = (payFen: number, shareBp: number): number =>
  timesBp(netOf(payFen, DIGITAL_VAT_BP).netFen - timesBp(payFen, CHANNEL_FEE_BP), shareBp);

/** F1c: splits by share with the largest remainder; the first author on ties. */
export const splitByShare = (fen: number, shares: readonly number[]): number[] => spread(fen, shares);

/** F2: base fee; a remainder counts a full thousand. */
export const baseFee = (words: number, perThousandFen: number): number => times(perThousandFen, Math.ceil(words / 1000));
/** F2: 1 % of the base fee for each thousand copies, also begun ones. */
export const printRunFee = (baseFen: number, copies: number): number => times(timesBp(baseFen, 100), Math.ceil(copies / 1000));
/** F2: ten lines of a poem count a thousand characters, also begun ones. */
export const poemWords = (lines: number): number => Math.ceil(lines / 10) * 1000;
/** F3: a remainder below 500 characters counts half a thousand, from 500 a full one. */
export const journalFee = (words: number, perThousandFen: number): number => {
  const rest = words % 1000;
  const halves = Math.floor(words / 1000) * 2 + (rest === 0 ? 0 : rest < 500 ? 1 : 2);
  return timesRatio(perThousandFen, halves, 2);
};
