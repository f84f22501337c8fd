import { setImmediate } from 'node:timers/promises';
import type { AppContext } from '../../context.ts';
import { INDEX_VERSION, wordsOf } from '../../search/tokenizer.ts';
import { advanceRebuild, endRebuild, putWords, rebuildState, TEXT_WORDS, textsAfter, worksAfter } from './search.queries.ts';
import { indexPublication } from './search.service.ts';

/** Works and text pieces per transaction: about 30 ms. */
const WORKS = 20;
const TEXTS = 10;

/** Rebuilds the index words of every work and every text in slices, while search stays available. Returns the counts. */
export async function rebuildSearch(context: AppContext): Promise<{ works: number; texts: number }> {
  const { db } = context;
  let works = 0;
  for (let after = 0; ; ) {
    const some = await worksAfter(db, after, WORKS);
    await db.transaction().execute(async (tx) => {
      for (const { id } of some) await indexPublication(tx, id, db.engine);
    });
    works += some.length;
    after = some.at(-1)?.id ?? after;
    await setImmediate();
    if (some.length < WORKS) break;
  }
  let texts = 0;
  for (let after = 0; ; ) {
    const some = await textsAfter(db, after, TEXTS);
    await db.transaction().execute(async (tx) => {
      for (const { id, text } of some) await putWords(tx, db.engine, TEXT_WORDS, id, wordsOf(text));
    });
    texts += some.length;
    after = some.at(-1)?.id ?? after;
    await setImmediate();
    if (some.length < TEXTS) return { works, texts };
  }
}

const upToDate = new WeakSet<AppContext>();

/** Whether every work is in the index with the words of this version. */
export const isIndexCurrent = (context: AppContext): boolean => upToDate.has(context);

/**
 * Rebuilds one slice of an index that an older word version created. The progress is stored in the database: a server
 * that restarts or is replaced continues, and two servers share the work. Returns whether there was a slice.
 */
export async function rebuildNext(context: AppContext): Promise<boolean> {
  if (upToDate.has(context)) return false;
  const { db } = context;
  const state = await rebuildState(db, INDEX_VERSION);
  if (state.doneAt === null) {
    const works = await worksAfter(db, state.worksAfter, WORKS);
    const texts = works.length > 0 ? [] : await textsAfter(db, state.textsAfter, TEXTS);
    const last = (works.at(-1) ?? texts.at(-1))?.id;
    if (last !== undefined) {
      const step = works.length > 0 ? { worksAfter: last } : { textsAfter: last };
      await db.transaction().execute(async (tx) => {
        // Another server may have processed the slice.
        if (!(await advanceRebuild(tx, state, step))) return;
        for (const { id } of works) await indexPublication(tx, id, db.engine);
        for (const { id, text } of texts) await putWords(tx, db.engine, TEXT_WORDS, id, wordsOf(text));
      });
      return true;
    }
    await endRebuild(db, INDEX_VERSION, Date.now());
  }
  upToDate.add(context);
  return false;
}
