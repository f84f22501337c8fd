import type { AppContext } from '../context.ts';
import { clearCovers, clearEdition, foldersAmong, removeChapters, sourcesAmong, unneededEditions, unneededTexts } from './edition-sweep.queries.ts';
import { removeTextsOf, sourceKey } from './preparation/preparation-stage.service.ts';

const AT_ONCE = 50;

/**
 * Releases editions that were superseded before `before` (epoch milliseconds) and those of permanently deleted works; returns
 * their number. It changes only rows: the file sweep removes files that no row names. A repeated call continues.
 */
export async function releaseEditions(context: AppContext, before: number): Promise<number> {
  await clearCovers(context.db, before);
  let gone = 0;
  for (;;) {
    const some = await unneededEditions(context.db, before, AT_ONCE);
    for (const { id } of some) if (await context.db.transaction().execute((tx) => clearEdition(tx, id, before))) gone += 1;
    if (some.length < AT_ONCE) break;
  }
  for (;;) {
    const some = await unneededTexts(context.db, AT_ONCE);
    for (const { id } of some) {
      await removeTextsOf(context, id);
      await removeChapters(context.db, id);
    }
    if (some.length < AT_ONCE) return gone;
  }
}

/** Returns which of these book folders belong to an edition in use. */
export const foldersInUse = (context: AppContext, keys: readonly string[]): Promise<readonly string[]> => foldersAmong(context.db, keys);

/** Returns which of these book folders are named by a row, in use or not. */
export const foldersKnown = (context: AppContext, keys: readonly string[]): Promise<readonly string[]> => foldersAmong(context.db, keys, true);

/** Returns which of these stored source files an edition in use was created from. */
export async function sourcesInUse(context: AppContext, keys: readonly string[]): Promise<readonly string[]> {
  const hashes = keys.map((key) => /^sources\/([0-9a-f]+)\.epub$/.exec(key)?.[1] ?? key);
  return (await sourcesAmong(context.db, hashes)).map(sourceKey);
}
