import { wireDate } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { accountId, addEntries, addTransaction, balanceOf, entriesOf, unbalanced } from './ledger.queries.ts';
import { ACCOUNTS, POSTINGS, type PostingEvent } from './postings.ts';

export interface Posting {
  readonly event: PostingEvent;
  /** The row whose event it is: the same event of the same row posts once, however often it is repeated. */
  readonly sourceType: 'payment' | 'orderItem' | 'refund' | 'refundLine' | 'reconDay' | 'reconItem';
  readonly sourceId: number;
  /** Which posting of this event the row makes; 0 unless given. */
  readonly seq?: number;
  /** Positive fen; nothing is posted for 0. */
  readonly fen: number;
  /** References of the two accounts. */
  readonly debit: string;
  readonly credit: string;
  readonly at: number;
  readonly operatorId?: number | null;
  readonly reason?: string;
}

/**
 * Writes one transaction of two entries, in the caller's transaction; returns false when it was posted before. The caller holds the lock of the
 * order, so guarded accounts of an order do not change meanwhile. Throws when a guarded account would pass zero: that is a fault of the program.
 */
export async function post(tx: Tx, posting: Posting): Promise<boolean> {
  const { event, sourceType, sourceId, fen, at } = posting;
  if (!Number.isSafeInteger(fen) || fen < 0) throw new Error(`${event} of ${sourceType} ${sourceId}: ${fen} is not an amount`);
  if (fen === 0) return false;
  const sides = POSTINGS[event];
  const transactionId = await addTransaction(tx, {
    kind: event,
    sourceType,
    sourceId,
    seq: posting.seq ?? 0,
    period: wireDate(at).slice(0, 7),
    at,
    operatorId: posting.operatorId ?? null,
    reason: posting.reason ?? '',
  });
  if (transactionId === null) return false;
  const idOf = (kind: keyof typeof ACCOUNTS, ref: string) => accountId(tx, kind, ref, ACCOUNTS[kind] === 'guarded' ? '1' : '0');
  const [debit, credit] = [await idOf(sides.debit, posting.debit), await idOf(sides.credit, posting.credit)];
  await addEntries(tx, [
    { transactionId, accountId: debit, fen },
    { transactionId, accountId: credit, fen: -fen },
  ]);
  if (ACCOUNTS[sides.debit] === 'guarded' && (await balanceOf(tx, debit)) > 0)
    throw new Error(`${event} of ${sourceType} ${sourceId} would take more than the account ${sides.debit} ${posting.debit} holds`);
  return true;
}

/** What is wrong with the ledger itself; what belongs to an area is checked by that area. */
export const ledgerFaults = async (db: Database | Tx): Promise<string[]> =>
  (await unbalanced(db)).map(({ id, fen, entries }) => `transaction ${id} has ${Number(entries)} entries and a sum of ${Number(fen)} fen`);

export const postingsOf = entriesOf;
