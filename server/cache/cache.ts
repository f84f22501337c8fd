/** Short-lived values shared by all servers: captcha answers, counters. Embedded default in the database, Redis past one machine. */
export interface Cache {
  get(key: string): Promise<string | null>;
  /** `lifeMs` from now. */
  set(key: string, value: string, lifeMs: number): Promise<void>;
  /** Reads and removes in one step, so that a value is used once. */
  take(key: string): Promise<string | null>;
  /** Adds one and answers the count; the life starts with the first and is not prolonged. */
  count(key: string, lifeMs: number): Promise<number>;
  remove(key: string): Promise<void>;
  /** Takes out what has run out; answers how many. A store that does so by itself answers 0. */
  sweep(): Promise<number>;
  close(): Promise<void>;
}
