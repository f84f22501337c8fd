/** A change of what a line of an order has sold: its finish, or a refund after it. Amounts are fen paid by the buyer. */
export interface OwnSale {
  readonly id: number;
  /** The kind of the work. */
  readonly kind: string;
  /** What the line had sold before: nothing until it was finished. */
  readonly beforeFen: number;
  readonly afterFen: number;
}

interface Line {
  readonly id: number;
  readonly kind: string;
  readonly fen: number;
  readonly finishedAt: number | null;
}

interface Refund extends Omit<Line, 'fen'> {
  readonly payFen: number;
  readonly fen: number;
  readonly doneAt: number | null;
}

/**
 * What the lines of a work sold in a period: a finished line counts with what was not refunded before its finish, a later refund takes back the
 * difference. So the shares of a line that is refunded in parts end at nothing. `refunds` are all of the work before the end, in their order;
 * `from` is the start of the period, epoch milliseconds.
 */
export function ownSalesOf(finished: readonly Line[], refunds: readonly Refund[], from: number): OwnSale[] {
  const refunded = new Map<number, number>();
  const later: OwnSale[] = [];
  const early = new Map<number, number>();
  for (const { id, kind, payFen, fen, finishedAt, doneAt } of refunds) {
    const back = refunded.get(id) ?? 0;
    refunded.set(id, back + fen);
    if (finishedAt === null || doneAt === null) continue;
    if (doneAt < finishedAt) early.set(id, back + fen);
    else if (doneAt >= from) later.push({ id, kind, beforeFen: payFen - back, afterFen: payFen - back - fen });
  }
  return [...finished.map(({ id, kind, fen }) => ({ id, kind, beforeFen: 0, afterFen: fen - (early.get(id) ?? 0) })), ...later];
}
