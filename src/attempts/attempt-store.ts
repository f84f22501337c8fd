import { promisifyRequest } from 'idb-keyval';
import { session } from '../session/session.store.ts';
import { deviceStore } from '../storage/device-store.ts';
import { isUnsent, type AttemptRecord } from './attempt-record.ts';
import { writeWaiting } from './waiting-attempts.ts';

/** Attempts on this device. Those with events that the server does not have are encrypted at the sign-out: `src/storage/registry.ts`. */
const store = deviceStore('shuzhou-attempts', 'attempts');

const KINDS = ['attempt', 'sent'] as const;
const keyOf = (userId: number, kind: (typeof KINDS)[number], attemptKey: string): string => `${userId} ${kind} ${attemptKey}`;

function rangeOf(userId: number, kind: (typeof KINDS)[number]): IDBKeyRange {
  const begins = keyOf(userId, kind, '');
  return IDBKeyRange.bound(begins, `${begins}\uffff`);
}

/**
 * Changes a record in one transaction, so that two tabs lose nothing of each other. `change` returns the new record; null removes it. It gets
 * undefined where there is none. Rejects when this device did not take it.
 */
export async function updateAttempt(
  userId: number,
  attemptKey: string,
  change: (before: AttemptRecord | undefined) => AttemptRecord | null | undefined,
): Promise<AttemptRecord | undefined> {
  let count: number | null = null;
  const stored = await store('readwrite', async (rows) => {
    const [waiting, sent] = await Promise.all(
      KINDS.map((kind) => promisifyRequest<AttemptRecord | undefined>(rows.get(keyOf(userId, kind, attemptKey)))),
    );
    const before = waiting ?? sent;
    const after = change(before);
    if (after === undefined || after === before) return before;
    for (const kind of KINDS) rows.delete(keyOf(userId, kind, attemptKey));
    if (after) rows.put(after, keyOf(userId, isUnsent(after) ? 'attempt' : 'sent', attemptKey));
    const waits = promisifyRequest(rows.count(rangeOf(userId, 'attempt')));
    await promisifyRequest(rows.transaction);
    count = await waits;
    return after ?? undefined;
  });
  const { now } = session;
  if (count !== null) writeWaiting(userId, count, now.state === 'authenticated' && now.user.userId === userId ? now.user.userName : null);
  return stored;
}

/** Every attempt of a user on this device. */
export async function attemptsOf(userId: number): Promise<AttemptRecord[]> {
  const found: AttemptRecord[] = [];
  for (const kind of KINDS) found.push(...(await store('readonly', (rows) => promisifyRequest<AttemptRecord[]>(rows.getAll(rangeOf(userId, kind))))));
  return found;
}

export const attemptOf = async (userId: number, attemptKey: string): Promise<AttemptRecord | undefined> =>
  updateAttempt(userId, attemptKey, (before) => before);
