import type { Database, Tx } from '../../db/database.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import type { Rest } from '../../jobs/pace.ts';
import { setRun, type TakenRun } from './settle-run.queries.ts';

/** How long a run belongs to one server after each of its parts. */
export const LEASE_MS = 60_000;
/** A part takes lines for this time; the requests of others wait for a transaction. */
const PART_MS = 2;
const MOST_LINES = 50;

/** Starts to count the time of a part; the function that it returns says when it is over. */
export function outOfTime(): () => boolean {
  const began = performance.now();
  return () => performance.now() - began >= PART_MS;
}

/** Another server has taken the run over: this one stops, and its part is undone. */
export class Overtaken extends Error {}

export interface Running {
  readonly db: Database;
  readonly run: TakenRun;
  /** Who started it, with the rights that the person had when this server took it. */
  readonly currentUser: CurrentUser;
  readonly rest: Rest;
}

export type RunColumns = Partial<Omit<TakenRun, 'id'>>;

/** One transaction of a run, with the progress that it makes. */
export async function part({ db, run, rest }: Running, work: (tx: Tx) => Promise<RunColumns>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const columns = await work(tx);
    if (!(await setRun(tx, run, { nextAt: Date.now() + LEASE_MS, ...columns }))) throw new Overtaken();
  });
  await rest();
}

/** Does `each` of `items` in parts; `progress` gets how many are done, and the last of them. */
export async function inParts<T>(
  running: Running,
  items: readonly T[],
  each: (tx: Tx, item: T) => Promise<void>,
  progress: (done: number, last: T) => RunColumns,
): Promise<void> {
  let at = 0;
  while (at < items.length) {
    let next = at;
    await part(running, async (tx) => {
      let last = items[at] as T;
      next = at;
      for (const over = outOfTime(); next < items.length && next - at < MOST_LINES && !(next > at && over()); next += 1) {
        last = items[next] as T;
        await each(tx, last);
      }
      return progress(next, last);
    });
    at = next;
  }
}
