import { randomBytes } from 'node:crypto';
import { Client, type ClientBase } from 'pg';
import { socketOf } from './postgres-socket.ts';

const WORK = 'shuzhou_work';
/** The channel of `write-triggers.ts`. */
export const WRITES = 'shuzhou_writes';
const CONNECT_MS = 2_500;
const RELISTEN_MS = 1_000;
/** Interval of the question whether the connection still works. The answer comes after every notification that was sent before it. */
const BEAT_MS = 250;
/** A connection that does not answer for this time is closed. */
const SILENT_MS = 3_000;

/** Hears of writes of tables, by this server and by others. */
export interface WriteFeed {
  /** A table, by its name in the database, was written. */
  wrote(table: string): void;
  /** Every write from now on is heard of; earlier ones may have been missed. */
  began(): void;
  /** Every write that was committed before `at` (of `performance.now()`) has been heard of. */
  answered(at: number): void;
  lost(): void;
}

/** Announces something on a channel, from another connection. */
type Announce = (channel: string, payload: string) => Promise<unknown>;

/**
 * Listens to the other servers on one connection of its own, which is made again when it breaks. It counts as working only after a notification from
 * another connection has come over it: a pooler between the server and PostgreSQL may accept `LISTEN` and deliver nothing.
 */
export class PostgresListener {
  readonly #url: string;
  readonly #announce: Announce;
  readonly #wakes = new Set<() => void>();
  #feed: WriteFeed | null = null;
  #client: Client | null = null;
  #again: NodeJS.Timeout | undefined;
  #beat: NodeJS.Timeout | undefined;
  #ended = false;
  #wasLost = false;

  constructor(url: string, announce: Announce) {
    this.#url = url;
    this.#announce = announce;
  }

  announceWork(): Promise<unknown> {
    return this.#announce(WORK, '');
  }

  /** Calls `wake` when a server has announced work. Returns a function that ends it. */
  onWork(wake: () => void): () => void {
    this.#wakes.add(wake);
    this.#start();
    return () => {
      this.#wakes.delete(wake);
      if (this.#wakes.size === 0 && this.#feed === null) this.close();
    };
  }

  onWrites(feed: WriteFeed): void {
    this.#feed = feed;
    this.#start();
  }

  close(): void {
    this.#ended = true;
    clearTimeout(this.#again);
    const client = this.#client;
    if (client) this.#lost(client);
  }

  #start(): void {
    this.#ended = false;
    if (this.#client === null && this.#again === undefined) void this.#connect();
  }

  async #connect(): Promise<void> {
    this.#again = undefined;
    const client = new Client({ connectionString: this.#url, connectionTimeoutMillis: CONNECT_MS, keepAlive: true });
    this.#client = client;
    client.on('error', () => this.#lost(client));
    client.on('end', () => this.#lost(client));
    try {
      await client.connect();
      await this.#listen(client);
    } catch {
      this.#lost(client);
    }
  }

  async #listen(client: Client): Promise<void> {
    const hello = randomBytes(12).toString('hex');
    const heard = Promise.withResolvers<void>();
    client.on('notification', ({ channel, payload = '' }) => {
      if (channel === WORK) for (const wake of this.#wakes) wake();
      else if (payload === hello) heard.resolve();
      else this.#feed?.wrote(payload);
    });
    await client.query(`listen ${WORK}`);
    await client.query(`listen ${WRITES}`);
    const tooLong = setTimeout(() => this.#lost(client), SILENT_MS).unref();
    try {
      await this.#announce(WRITES, hello);
      await heard.promise;
    } finally {
      clearTimeout(tooLong);
    }
    if (this.#client !== client) return;
    this.#feed?.began();
    // Work may have been announced while nothing was heard.
    if (this.#wasLost) for (const wake of this.#wakes) wake();
    this.#keepAsking(client);
  }

  #keepAsking(client: Client): void {
    let askedAt: number | null = null;
    const ask = (): void => {
      const now = performance.now();
      if (askedAt !== null) {
        if (now - askedAt > SILENT_MS) this.#lost(client);
        return;
      }
      askedAt = now;
      client.query('select 1').then(
        () => {
          askedAt = null;
          if (this.#client === client) this.#feed?.answered(now);
        },
        () => this.#lost(client),
      );
    };
    ask();
    this.#beat = setInterval(ask, BEAT_MS).unref();
  }

  #lost(client: ClientBase): void {
    if (this.#client !== client) return;
    this.#client = null;
    this.#wasLost = true;
    clearInterval(this.#beat);
    this.#feed?.lost();
    socketOf(client)?.destroy();
    if (this.#ended) return;
    this.#again = setTimeout(() => void this.#connect(), RELISTEN_MS).unref();
  }
}
