import { markItem } from '../../contract/teaching/attempt.ts';
import { CODE } from '../../contract/error.ts';
import { call, CallError, isAway } from '../api/call.ts';
import { personOfToken } from '../session/session.store.ts';
import { aloneAs, createOutbox } from '../sync/outbox.ts';
import { isPermanentError } from '../sync/permanent-error.ts';
import { dropMark, marksOf, putMark, settleMark, type WaitingMark } from './marks-store.ts';

const SIGN_IN_MS = 1_000;

const listeners = new Set<() => void>();
/** Hears of every answer of the server about marks that waited. Returns how to stop. */
export function onMarksSent(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

const send = ({ attemptId, itemId, points, rubric, feedback, seen }: WaitingMark) =>
  call(markItem, { body: { attemptId, itemId, points, rubric: { ...rubric }, feedback, seen } });

const REJECTED: ReadonlySet<number> = new Set([CODE.conflict, CODE.failed, CODE.forbidden]);
/** Whether the server has read the mark and does not take it, also because somebody else marked the answer meanwhile. */
const isRejected = (error: unknown): error is CallError =>
  isPermanentError(error) || (error instanceof CallError && !error.byStatus && REJECTED.has(error.code));

const outbox = createOutbox({
  alone: aloneAs('shuzhou-marks'),
  round: async (went) => {
    const userId = personOfToken();
    if (userId === null) return 'done';
    for (const mark of await marksOf(userId)) {
      if (mark.rejected !== '') continue;
      try {
        await send(mark);
        await settleMark(userId, mark);
      } catch (error) {
        if (!isRejected(error)) throw error;
        await settleMark(userId, mark, error.message);
      }
      went();
      for (const listener of listeners) listener();
    }
    return 'done';
  },
});

addEventListener('online', () => outbox.wake());
export const wakeMarks = (): void => outbox.wake();
export const sendMarks = (): Promise<void> => outbox.sendNow();
/** Sends what waits soon; the sign-in that is going on has ended by then. */
export const wakeMarksSoon = (): void => outbox.wake(SIGN_IN_MS);

/** Saves a mark: on the server, and without a network on this device. Throws words when neither takes it. */
export async function saveMark(userId: number, mark: WaitingMark): Promise<'server' | 'device'> {
  try {
    await send(mark);
    await dropMark(userId, mark);
    return 'server';
  } catch (error) {
    if (!isAway(error)) throw error;
    await putMark(userId, mark);
    outbox.wake(SIGN_IN_MS);
    return 'device';
  }
}
