import { sum } from '../../contract/money.ts';
import { wireDate } from '../db/clock.ts';
import type { Database, Tx } from '../db/database.ts';
import { accountId, addEntries, addTransaction, balanceOf, balancesOfRefs, entriesOf, lockAccountRow, unbalanced } from './ledger.queries.ts';
import { ACCOUNTS, POSTINGS, SPLIT_POSTINGS, type Account, type AccountKind, type PostingEvent, type SplitEvent } from './postings.ts';

export interface Posting {
  readonly event: PostingEvent;
  /** The row whose event it is: the same event of the same row posts once, however often it is repeated. */
  readonly sourceType:
    | 'payment'
    | 'orderItem'
    | 'refund'
    | 'refundLine'
    | 'earning'
    | 'withdraw'
    | 'reconDay'
    | 'reconItem'
    | 'suspenseEnd'
    | 'taxMonth'
    | 'earningBatchRow';
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
  const [debit, credit] = [await idOf(tx, sides.debit, posting.debit), await idOf(tx, sides.credit, posting.credit)];
  await addEntries(tx, [
    { transactionId, accountId: debit, fen },
    { transactionId, accountId: credit, fen: -fen },
  ]);
  if (ACCOUNTS[sides.debit] === 'guarded' && (await balanceOf(tx, debit)) > 0)
    throw new Error(`${event} of ${sourceType} ${sourceId} would take more than the account ${sides.debit} ${posting.debit} holds`);
  return true;
}

const idOf = (tx: Tx, kind: AccountKind, ref: string): Promise<number> => accountId(tx, kind, ref, ACCOUNTS[kind] === 'open' ? '0' : '1');

/** Locks the account of a person or an agreement until the transaction ends, and returns its balance, debit minus credit. */
export async function lockedBalance(tx: Tx, { kind, ref }: Account): Promise<number> {
  const id = await idOf(tx, kind, ref);
  await lockAccountRow(tx, id);
  return balanceOf(tx, id);
}

/** Debit minus credit of the accounts of a kind, by reference; accounts that do not exist are left out. */
export const balancesOf = (db: Database | Tx, kind: AccountKind, refs: readonly string[]): Promise<ReadonlyMap<string, number>> =>
  balancesOfRefs(db, kind, refs);

/** Locks an account until the transaction ends, where its balance does not matter. */
export const lockAccount = async (tx: Tx, { kind, ref }: Account): Promise<void> => void (await lockAccountRow(tx, await idOf(tx, kind, ref)));

export interface Leg extends Account {
  /** Debit positive, credit negative; 0 is left out. */
  readonly fen: number;
}

/**
 * Writes one transaction with an entry for each account, whose sum is zero; returns false when the event was posted before. Locks the guarded
 * accounts in order of their ids, and throws when one passes zero.
 */
export async function postSplit(
  tx: Tx,
  event: SplitEvent,
  { sourceType, sourceId, at, operatorId, legs }: Pick<Posting, 'sourceType' | 'sourceId' | 'at' | 'operatorId'> & { readonly legs: readonly Leg[] },
): Promise<boolean> {
  const used = legs.filter(({ fen }) => fen !== 0);
  const name = `${event} of ${sourceType} ${sourceId}`;
  if (used.some(({ kind }) => !(SPLIT_POSTINGS[event] as readonly AccountKind[]).includes(kind))) throw new Error(`${name} touches a wrong account`);
  if (sum(used.map(({ fen }) => fen)) !== 0) throw new Error(`${name} does not sum to zero`);
  if (used.length === 0) return false;
  const head = { kind: event, sourceType, sourceId, seq: 0, period: wireDate(at).slice(0, 7), at, operatorId: operatorId ?? null, reason: '' };
  const transactionId = await addTransaction(tx, head);
  if (transactionId === null) return false;
  const rows: { accountId: number; kind: AccountKind; fen: number }[] = [];
  for (const { kind, ref, fen } of used) rows.push({ accountId: await idOf(tx, kind, ref), kind, fen });
  rows.sort((a, b) => a.accountId - b.accountId);
  for (const { accountId: id, kind } of rows) if (ACCOUNTS[kind] !== 'open') await lockAccountRow(tx, id);
  await addEntries(
    tx,
    rows.map(({ accountId: id, fen }) => ({ transactionId, accountId: id, fen })),
  );
  for (const { accountId: id, kind } of rows) {
    const side = ACCOUNTS[kind];
    if (side === 'open') continue;
    const balance = await balanceOf(tx, id);
    if (side === 'guarded' ? balance > 0 : balance < 0) throw new Error(`${name} would take more than the account ${kind} holds`);
  }
  return true;
}

/** What is wrong with the ledger itself; what belongs to an area is checked by that area. */
export const ledgerFaults = async (db: Database | Tx): Promise<string[]> =>
  (await unbalanced(db)).map(({ id, fen, entries }) => `transaction ${id} has ${Number(entries)} entries and a sum of ${Number(fen)} fen`);

export const postingsOf = entriesOf;
