import { del, entries, get, set } from 'idb-keyval';
import { DAY_MS } from '../../contract/clock.ts';
import { deviceStore, withTimeout } from '../storage/device-store.ts';
import { onLogOut } from '../session/log-out.ts';
import { AUTOSAVE_MS } from './autosave.ts';

/** Unsaved input, and its time (ms). */
export interface Draft<T> {
  readonly value: T;
  readonly at: number;
}

/** Older drafts are dropped, ms. */
const CACHE_MS = 7 * DAY_MS;

const store = deviceStore('shuzhou-drafts', 'drafts');
const addressOf = (userId: number, key: string): string => `${userId} ${key}`;

interface Written {
  readonly text: string;
  readonly at: number;
}

/** Input typed just before the page closes, when the database accepts no more writes. */
const LEFT = 'shuzhou.draft ';

/** If local storage is full or forbidden, only the database is used. */
function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

const leave = (address: string, record: Written): void => void orNull(() => localStorage.setItem(LEFT + address, JSON.stringify(record)));
const leftAt = (address: string): Written | null => orNull(() => JSON.parse(localStorage.getItem(LEFT + address) ?? 'null') as Written | null);
const forgetLeft = (address: string): void => void orNull(() => localStorage.removeItem(LEFT + address));

export async function readDraft<T>(userId: number, key: string): Promise<Draft<T> | null> {
  const address = addressOf(userId, key);
  const left = leftAt(address);
  const kept = await get<Written>(address, store).catch(() => undefined);
  const found = left && left.at >= (kept?.at ?? 0) ? left : kept;
  if (!found || Date.now() - found.at > CACHE_MS) return null;
  return { value: JSON.parse(found.text) as T, at: found.at };
}

/** Removes outdated drafts of all users. A sign-out removes the user's own ones (`src/storage/registry.ts`). */
async function dropOutdated(): Promise<void> {
  const all = await entries<string, { at: number }>(store).catch(() => []);
  for (const [address, { at }] of all) if (Date.now() - at > CACHE_MS) await del(address, store);
}

// A stalled database must not delay signing out.
onLogOut(() => withTimeout(dropOutdated(), undefined));

/** Stores the draft of one form of one user on this device. Values are serialised as JSON. */
export class DraftStorage<T> {
  readonly #userId: number;
  readonly #key: string;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #pending: { value: T } | null = null;
  #writing: Promise<void> = Promise.resolve();

  constructor(userId: number, key: string) {
    this.#userId = userId;
    this.#key = key;
  }

  read(): Promise<Draft<T> | null> {
    return this.#writing.then(() => readDraft<T>(this.#userId, this.#key));
  }

  keep(value: T): void {
    this.#pending = { value };
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.flush(), AUTOSAVE_MS);
  }

  /** Writes pending input at once, because the page is being left. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    const waiting = this.#pending;
    this.#pending = null;
    if (!waiting) return this.#writing;
    const address = addressOf(this.#userId, this.#key);
    const record = { text: JSON.stringify(waiting.value), at: Date.now() };
    leave(address, record);
    return this.#then(async () => {
      await set(address, record, store);
      if (leftAt(address)?.at === record.at) forgetLeft(address);
    });
  }

  /** Writes at once. Rejects when this device did not take the value, so that nobody says it did. */
  async write(value: T): Promise<void> {
    clearTimeout(this.#timer);
    this.#pending = null;
    const address = addressOf(this.#userId, this.#key);
    const record = { text: JSON.stringify(value), at: Date.now() };
    leave(address, record);
    let failure: unknown = null;
    await this.#then(async () => {
      try {
        await set(address, record, store);
        if (leftAt(address)?.at === record.at) forgetLeft(address);
      } catch (error) {
        failure = error ?? new Error('not stored');
      }
    });
    if (failure !== null && leftAt(address)?.at !== record.at) throw failure;
  }

  /** Removes the draft after it was saved or discarded. */
  clear(): Promise<void> {
    clearTimeout(this.#timer);
    this.#pending = null;
    const address = addressOf(this.#userId, this.#key);
    forgetLeft(address);
    return this.#then(() => del(address, store));
  }

  /** Runs writes one after another. On a full device the draft is lost, not the form. */
  #then(work: () => Promise<void>): Promise<void> {
    this.#writing = this.#writing.then(work).catch(() => undefined);
    return this.#writing;
  }
}
