import type { Database } from './database.ts';
import type { WriteStamp } from './table-writes.ts';

interface Limits {
  /** Most values of one database; the oldest is dropped. */
  readonly most: number;
  /** Most milliseconds that a value is used: counters change without making it invalid. */
  readonly freshMs: number;
  /** The same while the writes of other servers are unknown; 0: every value is read. */
  readonly unheardMs: number;
}

interface Kept {
  readonly at: number;
  readonly count: number;
  readonly value: Promise<unknown>;
}

/**
 * Values that were read from the database. A value is valid until a table it came from is written, by this server or another one. Requests that ask
 * for the same value at the same time read it once. Callers must not change a value.
 */
export class ReadCache {
  readonly #limits: Limits;
  readonly #kept = new WeakMap<Database, Map<string, Kept>>();

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  clear(db: Database): void {
    this.#kept.delete(db);
  }

  /**
   * Returns the value of `key`. The stamp is that of the tables it is read from, taken now: a value that was read while one of them was written is
   * not found again. A value for which `keeps` is false is not kept.
   */
  get<T>(db: Database, key: string, { count, heard }: WriteStamp, read: () => Promise<T>, keeps: (value: T) => boolean = () => true): Promise<T> {
    const fresh = heard ? this.#limits.freshMs : this.#limits.unheardMs;
    if (fresh === 0) return read();
    let values = this.#kept.get(db);
    if (!values) this.#kept.set(db, (values = new Map()));
    const found = values.get(key);
    if (found && found.count === count && Date.now() - found.at < fresh) return found.value as Promise<T>;
    values.delete(key);
    const [oldest] = values.keys();
    if (oldest !== undefined && values.size >= this.#limits.most) values.delete(oldest);
    const value = read();
    const made = { at: Date.now(), count, value };
    values.set(key, made);
    const drop = (): void => void (values.get(key) === made && values.delete(key));
    value.then((one) => keeps(one) || drop(), drop);
    return value;
  }
}
