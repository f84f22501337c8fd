/** What was asked of the cache by this process since its start. */
export interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
  readonly calls: Readonly<Record<string, number>>;
}

/** Short-lived values shared by all servers: captcha answers, counters. Embedded default in the database, Redis past one machine. */
export interface Cache {
  get(key: string): Promise<string | null>;
  /** As `get`, without being counted: for those who look after it. */
  peek(key: string): Promise<string | null>;
  /** `lifeMs` from now. */
  set(key: string, value: string, lifeMs: number): Promise<void>;
  /** Reads and removes in one step, so that a value is used once. */
  take(key: string): Promise<string | null>;
  /** Adds one and answers the count; the life starts with the first and is not prolonged. */
  count(key: string, lifeMs: number): Promise<number>;
  remove(key: string): Promise<void>;
  /**
   * Takes or renews a lease: true when the key was free, or held by `owner`. It ends after `lifeMs` unless renewed, so
   * that the lease of a killed server frees itself.
   */
  claim(key: string, owner: string, lifeMs: number): Promise<boolean>;
  /** Ends a lease that `owner` holds. */
  release(key: string, owner: string): Promise<void>;
  /** Takes out what has run out; answers how many. A store that does so by itself answers 0. */
  sweep(): Promise<number>;
  /** Live keys that begin so, sorted. */
  keys(prefix: string): Promise<string[]>;
  /** Removes every key that begins so; answers how many. */
  clear(prefix: string): Promise<number>;
  /** What the store says of itself, by the names of Redis. */
  info(): Promise<Readonly<Record<string, string>>>;
  /** Calls the store has had, by their kind. */
  commands(): Promise<readonly { readonly name: string; readonly value: string }[]>;
  readonly counts: CacheCounts;
  close(): Promise<void>;
}
