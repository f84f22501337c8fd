import { promisifyRequest } from 'idb-keyval';
import { deviceStore } from '../storage/device-store.ts';
import { noteMarksWait } from './waiting-marks.ts';

/** A mark of an answer that the server does not have yet. */
export interface WaitingMark {
  readonly assignmentId: number;
  readonly attemptId: number;
  readonly itemId: string;
  /** Hundredths of a point; null takes the marks back. */
  readonly points: number | null;
  readonly rubric: Readonly<Record<string, number>>;
  readonly feedback: string;
  /** When the answer was marked that this one was made on; null when it was not marked. */
  readonly seen: number | null;
  /** Why the server does not take it; empty while it waits. */
  readonly rejected: string;
}

/** Marks on this device; they are encrypted at the sign-out (`src/storage/registry.ts`). */
const store = deviceStore('shuzhou-marks', 'marks');

export type MarkPlace = Pick<WaitingMark, 'attemptId' | 'itemId'>;
const rangeOf = (userId: number): IDBKeyRange => IDBKeyRange.bound(`${userId} mark `, `${userId} mark \uffff`);
const keyOf = (userId: number, { attemptId, itemId }: MarkPlace): string => `${userId} mark ${attemptId} ${itemId}`;

/** Stores a mark in place of an earlier one of the same answer. Rejects when the device has no room. */
export async function putMark(userId: number, mark: WaitingMark): Promise<void> {
  await store('readwrite', (rows) => {
    rows.put(mark, keyOf(userId, mark));
    return promisifyRequest(rows.transaction);
  });
  noteMarksWait(userId, true);
}

export const marksOf = (userId: number): Promise<WaitingMark[]> =>
  store('readonly', (rows) => promisifyRequest<WaitingMark[]>(rows.getAll(rangeOf(userId)))).catch(() => []);

/** Ends a mark that was sent: it goes, or stays with why it was rejected. One that was changed meanwhile stays as it is. */
export async function settleMark(userId: number, sent: WaitingMark, rejected = ''): Promise<void> {
  let left = 0;
  await store('readwrite', async (rows) => {
    const key = keyOf(userId, sent);
    const now = await promisifyRequest<WaitingMark | undefined>(rows.get(key));
    if (JSON.stringify(now) === JSON.stringify(sent)) {
      if (rejected === '') rows.delete(key);
      else rows.put({ ...sent, rejected }, key);
    }
    left = (await promisifyRequest<WaitingMark[]>(rows.getAll(rangeOf(userId)))).filter((one) => one.rejected === '').length;
    await promisifyRequest(rows.transaction);
  });
  noteMarksWait(userId, left > 0);
}

/** Forgets what waits for an answer: it was marked again on the server. */
export const dropMark = (userId: number, place: MarkPlace): Promise<void> =>
  store('readwrite', (rows) => {
    rows.delete(keyOf(userId, place));
    return promisifyRequest(rows.transaction);
  }).catch(() => undefined);
