import { promisifyRequest } from 'idb-keyval';
import type { LearningSession } from '../../contract/teaching/learning.ts';
import { deviceStore } from '../storage/device-store.ts';
import { reportIfFull } from '../storage/storage-full.ts';

/** Reading sessions that the server does not have yet; they are encrypted at the sign-out (`src/storage/registry.ts`). */
const store = deviceStore('shuzhou-learning', 'sessions');

const keyOf = (userId: number, sessionId: string): string => `${userId} session ${sessionId}`;

/** Stores the totals of a session in place of its earlier ones. */
export const putSession = (userId: number, session: LearningSession): Promise<void> =>
  store('readwrite', (rows) => {
    rows.put(session, keyOf(userId, session.sessionId));
    return promisifyRequest(rows.transaction);
  }).catch(reportIfFull);

export const unsentSessions = (userId: number): Promise<LearningSession[]> => {
  const begins = keyOf(userId, '');
  return store('readonly', (rows) => promisifyRequest<LearningSession[]>(rows.getAll(IDBKeyRange.bound(begins, `${begins}\uffff`)))).catch(() => []);
};

/** Forgets sessions that the server has; one that went on meanwhile stays and is sent again. */
export const settleSessions = (userId: number, sent: readonly LearningSession[]): Promise<void> =>
  store('readwrite', async (rows) => {
    for (const session of sent) {
      const key = keyOf(userId, session.sessionId);
      const now = await promisifyRequest<LearningSession | undefined>(rows.get(key));
      if (JSON.stringify(now) === JSON.stringify(session)) rows.delete(key);
    }
    return promisifyRequest(rows.transaction);
  }).catch(() => undefined);
