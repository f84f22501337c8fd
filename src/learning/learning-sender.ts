import { CODE } from '../../contract/error.ts';
import { reportLearning } from '../../contract/teaching/learning.ts';
import { LEARNING } from '../../contract/teaching/teaching-limits.ts';
import { call, CallError } from '../api/call.ts';
import { withTimeout } from '../storage/device-store.ts';
import { personOfToken } from '../session/session.store.ts';
import { deviceId } from '../sync/device-id.ts';
import { aloneAs, createOutbox } from '../sync/outbox.ts';
import { settleSessions, unsentSessions } from './learning-store.ts';

/** A class that comes back to the network does not send in the same second. */
const SPREAD_MS = 5_000;

const outbox = createOutbox({
  alone: aloneAs('shuzhou-learning'),
  round: async (went) => {
    const userId = personOfToken();
    if (userId === null) return 'done';
    for (;;) {
      const sessions = (await unsentSessions(userId)).slice(0, LEARNING.sessions);
      if (sessions.length === 0) return 'done';
      try {
        await call(reportLearning, { body: { deviceId: deviceId(), now: Date.now(), sessions } }, { known: true });
      } catch (error) {
        // The server can never take one of them: they are dropped, so that they stop no other.
        if (!(error instanceof CallError) || error.byStatus || error.code !== CODE.invalid) throw error;
      }
      await settleSessions(userId, sessions);
      went();
      // One that went on while it was sent waits for the next round.
      if (sessions.length < LEARNING.sessions) return 'done';
    }
  },
});

addEventListener('online', () => outbox.wake(Math.random() * SPREAD_MS));

/** Sends what waits now, and waits some seconds for it. Without a network it ends without an error. */
export const sendLearning = (): Promise<void> => withTimeout(outbox.sendNow(), undefined);

/** Sends what waits after a time in milliseconds; without a network later. */
export const wakeLearning = (delayMs = 0): void => outbox.wake(delayMs);
