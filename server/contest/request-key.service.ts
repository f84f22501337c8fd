import { createHash } from 'node:crypto';
import type { Tx } from '../db/database.ts';

const KEPT_MS = 24 * 3_600_000;

/**
 * Runs `work` at most once for a user's idempotency key: a repeat within 24 hours returns the first answer. In the caller's transaction, so
 * that the answer is stored exactly when the work is committed. Without a key `work` always runs.
 */
export async function once<T>(tx: Tx, userId: number, endpoint: string, key: string | undefined, work: () => Promise<T>): Promise<T> {
  if (!key) return work();
  const now = Date.now();
  const keyHash = createHash('sha256').update(`${endpoint}\n${key}`).digest('hex');
  await tx
    .deleteFrom('requestKey')
    .where('userId', '=', userId)
    .where('at', '<', now - KEPT_MS)
    .execute();
  const before = await tx.selectFrom('requestKey').select('answer').where('userId', '=', userId).where('keyHash', '=', keyHash).executeTakeFirst();
  if (before) return JSON.parse(before.answer) as T;
  const answer = await work();
  await tx
    .insertInto('requestKey')
    .values({ userId, keyHash, answer: JSON.stringify(answer), at: now })
    .execute();
  return answer;
}
