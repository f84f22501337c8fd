import type { Compilable, CompiledQuery } from 'kysely';
import type { Database } from './database.ts';

/** Stands for the offset in a compiled statement; no list is that long. */
const OFFSET = 9_007_199_254_740_881;
const KEPT = 500;

interface Page {
  readonly statement: CompiledQuery<unknown>;
  /** Where the offset is among the parameters. */
  readonly at: number;
}

const kept = new WeakMap<Database, Map<string, Page>>();

/**
 * Returns the rows of one page. Building and compiling a statement takes as long as everything else that a list request does, so it is done once for
 * each `key`, which must name everything that the statement depends on except its offset: table, filter, order and size of the page.
 */
export async function pageRows<R>(db: Database, key: string, offset: number, page: (offset: number) => Compilable<R>): Promise<R[]> {
  let pages = kept.get(db);
  if (!pages) kept.set(db, (pages = new Map()));
  let found = pages.get(key) as { statement: CompiledQuery<R>; at: number } | undefined;
  if (!found) {
    const statement = page(OFFSET).compile();
    found = { statement, at: statement.parameters.indexOf(OFFSET) };
    const [oldest] = pages.keys();
    if (oldest !== undefined && pages.size >= KEPT) pages.delete(oldest);
    pages.set(key, found);
  }
  const parameters = found.statement.parameters.with(found.at, offset);
  return (await db.executeQuery<R>({ ...found.statement, parameters })).rows;
}
