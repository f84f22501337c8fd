import { syncReview } from '../../contract/textbook/practice.ts';
import { CODE } from '../../contract/error.ts';
import { REVIEW, type ReviewEntry } from '../../contract/textbook/review-log.ts';
import { call, CallError } from '../api/call.ts';
import { withTimeout } from '../storage/device-store.ts';
import { personOfToken } from '../session/session.store.ts';
import { aloneAs, createOutbox } from '../sync/outbox.ts';
import { cursorOf, settle, unsentOf } from './practice-store.ts';

/** A class that comes back to the network does not send in the same second. */
const SPREAD_MS = 5_000;
const SIGN_IN_MS = 1_000;

/** Sends rows in one call and takes what the account has besides; returns whether the server has more. */
async function exchange(userId: number, rows: readonly ReviewEntry[]): Promise<boolean> {
  const cursor = await cursorOf(userId);
  try {
    const answer = await call(syncReview, { body: { sentAt: Date.now(), cursor, rows: rows.map((row) => ({ ...row })) } }, { known: true });
    await settle(userId, { ...answer, rejected: answer.rejected.map(({ id }) => id) });
    return answer.more && answer.cursor > cursor;
  } catch (error) {
    // The server has read the rows and can never take one of them: it is found by sending each alone, so that it stops no other.
    if (!(error instanceof CallError) || error.byStatus || error.code !== CODE.invalid || rows.length === 0) throw error;
    if (rows.length === 1) await settle(userId, { acknowledged: [], rejected: rows.map(({ id }) => id), rows: [], cursor });
    else for (const row of rows) await exchange(userId, [row]);
    return false;
  }
}

/** Whether the next round also asks for the rows of other devices when nothing waits here. */
let asks = false;

const outbox = createOutbox({
  alone: aloneAs('shuzhou-practice'),
  round: async (went) => {
    const userId = personOfToken();
    if (userId === null) return 'done';
    for (;;) {
      const waiting = await unsentOf(userId);
      const now = Date.now();
      const ready = waiting.filter(({ heldUntil }) => heldUntil <= now).slice(0, REVIEW.rows);
      if (ready.length === 0 && !asks) {
        const next = Math.min(...waiting.map(({ heldUntil }) => heldUntil));
        if (next < Infinity) outbox.wake(next - now);
        return 'done';
      }
      asks = await exchange(
        userId,
        ready.map(({ entry }) => entry),
      );
      went();
    }
  },
});

addEventListener('online', () => outbox.wake(Math.random() * SPREAD_MS));

export const wakePractice = (): void => outbox.wake();
/** Sends what waits within some seconds; the sign-in that is going on has ended by then. */
export const wakePracticeSoon = (): void => outbox.wake(SIGN_IN_MS + Math.random() * SPREAD_MS);

/** Sends what waits and takes what other devices wrote, and waits some seconds for it. Without a network it ends without an error. */
export async function syncPractice(): Promise<void> {
  asks = true;
  await withTimeout(outbox.sendNow(), undefined);
}
