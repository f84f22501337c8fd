/** Cache reads and hits of this process since its start. */
export interface CacheCounts {
  readonly hits: number;
  readonly misses: number;
  readonly calls: Readonly<Record<string, number>>;
}

/**
 * Short-lived values shared by all servers, such as captcha answers and counters. Stored in the database by default, in Redis for several
 * machines.
 */
export interface Cache {
  get(key: string): Promise<string | null>;
  /** Same as `get`, but not counted; for administration. */
  peek(key: string): Promise<string | null>;
  /** The value expires after `lifeMs`. */
  set(key: string, value: string, lifeMs: number): Promise<void>;
  /** Reads and removes a value in one step, so that it is used only once. */
  take(key: string): Promise<string | null>;
  /** Adds one and returns the count. The lifetime starts with the first call and is not extended. */
  count(key: string, lifeMs: number): Promise<number>;
  remove(key: string): Promise<void>;
  /**
   * Takes or renews a lease. Returns true when the key was free or held by `owner`. The lease ends after `lifeMs` unless
   * renewed, so the lease of a killed server expires.
   */
  claim(key: string, owner: string, lifeMs: number): Promise<boolean>;
  /** Ends a lease held by `owner`. */
  release(key: string, owner: string): Promise<void>;
  /** Removes expired entries and returns their number. A store that expires entries itself returns 0. */
  sweep(): Promise<number>;
  /** Returns the live keys with this prefix, sorted. */
  keys(prefix: string): Promise<string[]>;
  /** Removes every key with this prefix and returns their number. */
  clear(prefix: string): Promise<number>;
  /** Returns information about the store, under the field names of Redis. */
  info(): Promise<Readonly<Record<string, string>>>;
  /** Returns the number of calls to the store, by command. */
  commands(): Promise<readonly { readonly name: string; readonly value: string }[]>;
  readonly counts: CacheCounts;
  close(): Promise<void>;
}
