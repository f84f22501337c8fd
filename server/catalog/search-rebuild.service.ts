import { setImmediate } from 'node:timers/promises';
import type { House } from '../house.ts';
import { wordsOf } from '../search/words.ts';
import { putWords, TEXT_WORDS, textsAfter, worksAfter } from './search.queries.ts';
import { indexPublication } from './search.service.ts';

/** Works and pieces of text in one transaction: about 30 ms. */
const WORKS = 20;
const TEXTS = 10;

/** Writes the words of every work and every text anew, in slices, while search goes on. Answers how many. */
export async function rebuildSearch(house: House): Promise<{ works: number; texts: number }> {
  const { db } = house;
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
