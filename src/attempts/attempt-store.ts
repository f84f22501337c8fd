import { promisifyRequest } from 'idb-keyval';
import { session } from '../session/session.store.ts';
import { deviceStore } from '../storage/device-store.ts';
import { reportIfFull } from '../storage/storage-full.ts';
import { isUnsent, withEvents, type AttemptRecord } from './attempt-record.ts';
import { holdInPage } from './held-in-page.ts';
import { writeWaiting } from './waiting-attempts.ts';

/** Attempts on this device. Those with events that the server does not have are encrypted at the sign-out: `src/storage/registry.ts`. */
const store = deviceStore('shuzhou-attempts', 'attempts');

const KINDS = ['attempt', 'sent'] as const;
const keyOf = (userId: number, kind: (typeof KINDS)[number], attemptKey: string): string => `${userId} ${kind} ${attemptKey}`;

function rangeOf(userId: number, kind: (typeof KINDS)[number]): IDBKeyRange {
  const begins = keyOf(userId, kind, '');
  return IDBKeyRange.bound(begins, `${begins}\uffff`);
}

/** Records that this device has no room for: they are sent as long as the page is open. */
const passing = new Map<string, AttemptRecord>();
const passingKey = (userId: number, attemptKey: string): string => `${userId} ${attemptKey}`;

/** Whether the record lives in this page only. */
export const isPassing = (userId: number, attemptKey: string): boolean => passing.has(passingKey(userId, attemptKey));

/** A copy, because the state of a page wraps what it is given in place. */
const copyOf = <T extends AttemptRecord | undefined>(record: T): T => (record ? (JSON.parse(JSON.stringify(record)) as T) : record);

function hold(name: string, record: AttemptRecord | null): void {
  if (record) passing.set(name, copyOf(record));
  else passing.delete(name);
  holdInPage(`attempt ${name}`, record !== null && isUnsent(record));
}

/** What is stored, with the events of a record that the device did not take. */
const withPassing = (stored: AttemptRecord | undefined, held: AttemptRecord | undefined): AttemptRecord | undefined =>
  held ? { ...held, events: withEvents(stored?.events ?? [], held.events) } : stored;

/**
 * Changes a record in one transaction, so that two tabs lose nothing of each other. `change` returns the new record; null removes it. It gets
 * undefined where there is none. A record that this device does not take lives in this page until it does.
 */
export async function updateAttempt(
  userId: number,
  attemptKey: string,
  change: (before: AttemptRecord | undefined) => AttemptRecord | null | undefined,
): Promise<AttemptRecord | undefined> {
  let count: number | null = null;
  let found: AttemptRecord | undefined;
  const name = passingKey(userId, attemptKey);
  try {
    const stored = await store('readwrite', async (rows) => {
      const [waiting, sent] = await Promise.all(
        KINDS.map((kind) => promisifyRequest<AttemptRecord | undefined>(rows.get(keyOf(userId, kind, attemptKey)))),
      );
      const held = copyOf(passing.get(name));
      found = withPassing(waiting ?? sent, held);
      const after = change(found);
      if (after === undefined || (after === found && !held)) return found;
      for (const kind of KINDS) rows.delete(keyOf(userId, kind, attemptKey));
      if (after) rows.put(after, keyOf(userId, isUnsent(after) ? 'attempt' : 'sent', attemptKey));
      const waits = promisifyRequest(rows.count(rangeOf(userId, 'attempt')));
      await promisifyRequest(rows.transaction);
      count = await waits;
      hold(name, null);
      return after ?? undefined;
    });
    const { now } = session;
    if (count !== null) writeWaiting(userId, count, now.state === 'authenticated' && now.user.userId === userId ? now.user.userName : null);
    return stored;
  } catch (error) {
    reportIfFull(error);
    const before = found ?? copyOf(passing.get(name));
    const after = change(before);
    if (after === undefined) return before;
    hold(name, after);
    return after ?? undefined;
  }
}

/** Every attempt of a user on this device. */
export async function attemptsOf(userId: number): Promise<AttemptRecord[]> {
  const found: AttemptRecord[] = [];
  const here = [...passing].filter(([name]) => name.startsWith(`${userId} `)).map(([, record]) => copyOf(record));
  try {
    for (const kind of KINDS)
      found.push(...(await store('readonly', (rows) => promisifyRequest<AttemptRecord[]>(rows.getAll(rangeOf(userId, kind))))));
  } catch (error) {
    if (here.length === 0) throw error;
  }
  const held = new Set(here.map(({ paper }) => paper.attemptKey));
  return [...found.filter(({ paper }) => !held.has(paper.attemptKey)), ...here];
}
