import { timesBp, timesRatio } from '../../../contract/money.ts';

/** Commission of a whole line. */
export const commissionOf = (payFen: number, rateBp: number): number => timesBp(payFen, rateBp);

/** The part of the commission that goes back with what was refunded of a line so far: the parts of all refunds end at the whole commission. */
export const takenBack = (line: { readonly commissionFen: number; readonly payFen: number }, refundedFen: number): number =>
  line.payFen === 0 ? 0 : timesRatio(line.commissionFen, refundedFen, line.payFen);

/** What is left of the commission of a line. */
export const leftOf = (line: { readonly commissionFen: number; readonly payFen: number; readonly refundedFen: number }): number =>
  line.commissionFen - takenBack(line, line.refundedFen);
