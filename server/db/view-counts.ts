import type { Database } from './database.ts';

/** Tables whose rows count their views. */
type Viewed = 'publication' | 'information' | 'notice' | 'scholar';

/** Views are written together in this interval: at a kill, those of this time are lost. */
export const FLUSH_MS = 3_000;
/** Rows of one statement. */
const MOST = 500;

/**
 * Views that are not written yet, by table and row. A page that many read at once is one update of its row in each interval instead of one for each
 * view. Several servers add up.
 */
export class ViewCounts {
  readonly #db: Database;
  #waiting = new Map<Viewed, Map<number, number>>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(db: Database) {
    this.#db = db;
  }

  /** Adds views that are written within `FLUSH_MS`. */
  add(table: Viewed, id: number, views = 1): void {
    let rows = this.#waiting.get(table);
    if (!rows) this.#waiting.set(table, (rows = new Map()));
    rows.set(id, (rows.get(id) ?? 0) + views);
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Writes every view that was added before. Those that cannot be written now wait for the next time. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const views = this.#waiting;
    this.#waiting = new Map();
    this.#writing = this.#writing.then(() => this.#write(views));
    return this.#writing;
  }

  /** The last flush; a view that is added later is not written. */
  async close(): Promise<void> {
    await this.flush();
    clearTimeout(this.#timer);
  }

  async #write(views: ReadonlyMap<Viewed, ReadonlyMap<number, number>>): Promise<void> {
    for (const [table, rows] of views) {
      for (const [count, all] of Map.groupBy(rows.keys(), (id) => rows.get(id) ?? 0)) {
        for (let at = 0; at < all.length; at += MOST) {
          const ids = all.slice(at, at + MOST).toSorted((one, other) => one - other);
          await this.#addTo(table, ids, count).catch(() => ids.forEach((id) => this.add(table, id, count)));
        }
      }
    }
  }

  async #addTo(table: Viewed, ids: readonly number[], count: number): Promise<void> {
    await this.#db
      .updateTable(table)
      .set((eb) => ({ viewNum: eb('viewNum', '+', count) }))
      .where('id', 'in', ids)
      .execute();
  }
}
