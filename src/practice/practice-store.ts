import { promisifyRequest } from 'idb-keyval';
import type { DailyReview } from '../../contract/teaching/daily-review.ts';
import type { ReviewEntry } from '../../contract/textbook/review-log.ts';
import { deviceStore } from '../storage/device-store.ts';
import { reportIfFull } from '../storage/storage-full.ts';
import { notePracticeWaits } from './waiting-practice.ts';

/**
 * The log of practice on this device: rows that the server does not have yet, which are encrypted at the sign-out (`src/storage/registry.ts`), and a copy of
 * what it has, so that the wrong book is right without a network.
 */
const store = deviceStore('shuzhou-practice', 'log');

/** A row that waits. A question that was missed once is held back for the second try: its row is sent afterwards. */
export interface WaitingEntry {
  readonly entry: ReviewEntry;
  /** Epoch milliseconds until which it is not sent. */
  readonly heldUntil: number;
}

const keyOf = (userId: number, kind: 'unsent' | 'stored', id: string): string => `${userId} ${kind} ${id}`;
const cursorKey = (userId: number): string => `${userId} cursor `;
const planKey = (userId: number): string => `${userId} plan `;
function rangeOf(userId: number, kind: 'unsent' | 'stored'): IDBKeyRange {
  const begins = keyOf(userId, kind, '');
  return IDBKeyRange.bound(begins, `${begins}\uffff`);
}

/** Rows that this device has no room for: they are sent as long as the page is open. */
const passing = new Map<string, WaitingEntry>();
const passingOf = (userId: number): WaitingEntry[] => [...passing].filter(([key]) => key.startsWith(`${userId} `)).map(([, waiting]) => waiting);

/** Stores a row that waits; `onlyWaiting`: only while it has not been sent, because a row that was sent is never changed. */
export async function putUnsent(userId: number, waiting: WaitingEntry, onlyWaiting = false): Promise<void> {
  const key = keyOf(userId, 'unsent', waiting.entry.id);
  if (passing.has(key)) return void passing.set(key, waiting);
  try {
    await store('readwrite', async (rows) => {
      if (onlyWaiting && (await promisifyRequest(rows.getKey(key))) === undefined) return;
      rows.put(waiting, key);
      await promisifyRequest(rows.transaction);
    });
  } catch (error) {
    if (onlyWaiting) return;
    reportIfFull(error);
    passing.set(key, waiting);
  }
  notePracticeWaits(userId, true);
}

/** Lets rows go that were held back for a second try. */
export async function release(userId: number, ids: readonly string[]): Promise<void> {
  for (const [key, waiting] of passing) if (ids.includes(waiting.entry.id)) passing.set(key, { ...waiting, heldUntil: 0 });
  await store('readwrite', async (rows) => {
    for (const id of ids) {
      const key = keyOf(userId, 'unsent', id);
      const waiting = await promisifyRequest<WaitingEntry | undefined>(rows.get(key));
      if (waiting) rows.put({ ...waiting, heldUntil: 0 }, key);
    }
    return promisifyRequest(rows.transaction);
  });
}

export async function unsentOf(userId: number): Promise<WaitingEntry[]> {
  const stored = await store('readonly', (rows) => promisifyRequest<WaitingEntry[]>(rows.getAll(rangeOf(userId, 'unsent')))).catch(() => []);
  return [...stored, ...passingOf(userId)];
}

export const cursorOf = (userId: number): Promise<number> =>
  store('readonly', (rows) => promisifyRequest<number | undefined>(rows.get(cursorKey(userId)))).then(
    (cursor) => cursor ?? 0,
    () => 0,
  );

/** What the server answered about rows of this device. */
export interface SyncAnswer {
  readonly acknowledged: readonly string[];
  readonly rejected: readonly string[];
  /** Rows of the account after the cursor of the call, with the times by which the server counts. */
  readonly rows: readonly ReviewEntry[];
  readonly cursor: number;
}

export async function settle(userId: number, { acknowledged, rejected, rows: log, cursor }: SyncAnswer): Promise<void> {
  for (const id of [...acknowledged, ...rejected]) passing.delete(keyOf(userId, 'unsent', id));
  let left = 0;
  await store('readwrite', async (rows) => {
    for (const id of acknowledged) {
      const key = keyOf(userId, 'unsent', id);
      const waiting = await promisifyRequest<WaitingEntry | undefined>(rows.get(key));
      if (waiting) rows.put(waiting.entry, keyOf(userId, 'stored', id));
      rows.delete(key);
    }
    for (const id of rejected) rows.delete(keyOf(userId, 'unsent', id));
    for (const row of log) {
      rows.delete(keyOf(userId, 'unsent', row.id));
      rows.put(row, keyOf(userId, 'stored', row.id));
    }
    rows.put(cursor, cursorKey(userId));
    const waits = promisifyRequest(rows.count(rangeOf(userId, 'unsent')));
    await promisifyRequest(rows.transaction);
    left = await waits;
  }).catch(() => undefined);
  notePracticeWaits(userId, left + passingOf(userId).length > 0);
}

/** The log of a user as this device knows it. */
export async function logOnDevice(userId: number): Promise<ReviewEntry[]> {
  const stored = await store('readonly', (rows) => promisifyRequest<ReviewEntry[]>(rows.getAll(rangeOf(userId, 'stored')))).catch(() => []);
  return [...stored, ...(await unsentOf(userId)).map(({ entry }) => entry)];
}

/** What the review of a day depends on besides the log; the device keeps the last one for a time without a network. */
export type ReviewPlan = Pick<DailyReview, 'limits' | 'ends'>;

export const reviewPlan = (userId: number): Promise<ReviewPlan | undefined> =>
  store('readonly', (rows) => promisifyRequest<ReviewPlan | undefined>(rows.get(planKey(userId)))).catch(() => undefined);

export const putReviewPlan = (userId: number, plan: ReviewPlan): Promise<void> =>
  store('readwrite', (rows) => {
    rows.put(plan, planKey(userId));
    return promisifyRequest(rows.transaction);
  }).catch(reportIfFull);
