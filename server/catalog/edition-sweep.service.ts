import type { AppContext } from '../context.ts';
import { clearCovers, clearEdition, foldersAmong, removeChapters, sourcesAmong, unneededEditions, unneededTexts } from './edition-sweep.queries.ts';
import { removeTextsOf, sourceKey } from './preparation-stage.service.ts';

const AT_ONCE = 50;

/**
 * Lets go of editions that were superseded before `before` (epoch milliseconds), and of those of works taken away for
 * good; answers how many. Rows only: what no row names leaves the store by itself. Said again, it goes on.
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

/** Of these folders of books, those an edition is in. */
export const foldersInUse = (context: AppContext, keys: readonly string[]): Promise<readonly string[]> => foldersAmong(context.db, keys);

/** Of these folders of books, those a row names, whether anybody needs the files or not. */
export const foldersKnown = (context: AppContext, keys: readonly string[]): Promise<readonly string[]> => foldersAmong(context.db, keys, true);

/** Of these kept sources, those an edition was made of. */
export async function sourcesInUse(context: AppContext, keys: readonly string[]): Promise<readonly string[]> {
  const hashes = keys.map((key) => /^sources\/([0-9a-f]+)\.epub$/.exec(key)?.[1] ?? key);
  return (await sourcesAmong(context.db, hashes)).map(sourceKey);
}
