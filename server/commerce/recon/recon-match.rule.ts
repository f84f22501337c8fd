import type { ReconKind } from '../../../contract/commerce/recon/recon.ts';
import type { BillRow } from '../../payment/payment-channel.ts';

/** What we have under the number of a row; undefined when we have nothing, or it belongs to another channel. */
export interface OurRecord {
  readonly fen: number;
  /** Our record says that the money has moved. */
  readonly done: boolean;
}

/** Compares a row of a bill with our record; null for a row that says nothing yet on both sides. */
export function compareRow(row: Pick<BillRow, 'fen' | 'done'>, ours: OurRecord | undefined): ReconKind | null {
  if (!ours) return row.done ? 'theirs_only' : null;
  if (row.done !== ours.done) return 'status_differs';
  if (!row.done) return null;
  return row.fen === ours.fen ? 'matched' : 'amount_differs';
}

interface Difference {
  readonly side: 'pay' | 'refund' | 'transfer';
  readonly kind: string;
  readonly ourFen: number | null;
  readonly theirFen: number | null;
}

/**
 * What the suspense account takes over so that the account of the channel is what the bill says: positive is money at the channel that we do not
 * know, negative is money that is not there. A state that differs is not adopted: the channel is asked until both sides say the same.
 */
export function suspenseOf({ side, kind, ourFen, theirFen }: Difference): number {
  if (kind === 'matched' || kind === 'status_differs' || side === 'transfer') return 0;
  const more = (theirFen ?? 0) - (ourFen ?? 0);
  return side === 'pay' ? more : -more;
}
