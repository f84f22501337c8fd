import { sql } from 'kysely';
import { SEARCHED_FIELDS } from '../../../contract/catalog/publication-fields.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialects/engine.ts';

export const WORK_WORDS = 'publication_words';
export const TEXT_WORDS = 'book_text_words';

export function searchedFields(db: Database | Tx, id: number) {
  return db.selectFrom('publication').select(SEARCHED_FIELDS).where('id', '=', id).executeTakeFirst();
}

/** Works that are ranked for one search. */
export const CANDIDATES = 2_000;

/** Words as the index has them for one field each. */
interface FieldWords {
  readonly title: readonly string[];
  readonly authors: readonly string[];
}

/** Matches that are read by their ids; more are searched for in the order of views, which ends with the last one that is wanted. */
const FEW = 2_000;

/** The most viewed listed works that have all of `words`, at most `CANDIDATES`. */
async function mostViewedWith(db: Database, words: readonly string[]) {
  const matching = db.selectFrom('publicationWords').select('rowid').where(db.engine.matches(WORK_WORDS, words));
  const ids = (await matching.limit(FEW + 1).execute()).map((row) => Number(row.rowid));
  if (ids.length === 0) return [];
  return (
    db
      .selectFrom('publication')
      .select(['publication.id', 'kind', 'title', 'subtitle', 'authorsText', 'viewNum'])
      .where('status', '=', 'listed')
      .where('delFlag', '=', '0')
      .$if(ids.length <= FEW, (query) => query.where('publication.id', 'in', ids))
      // The sign keeps the planner from reading all matches by their ids.
      .$if(ids.length > FEW, (query) => query.where(sql<number>`+${sql.ref('publication.id')}`, 'in', matching))
      .orderBy('viewNum', 'desc')
      .orderBy('publication.id', 'desc')
      .limit(CANDIDATES)
      .execute()
  );
}

/**
 * Returns listed works that have all of `words`; without words, works whose title or author contains one of `pieces`. Works with the words of the
 * first term (`names`) in the title come first, then those with them in the author, each the most viewed first; at most `CANDIDATES`.
 */
export async function worksWith(db: Database, words: readonly string[], names: FieldWords | null, pieces: readonly string[]) {
  if (words.length === 0 || names === null)
    return candidates(db, words, pieces, true).select(['publication.id', 'title', 'subtitle', 'authorsText']).execute();
  const found: Awaited<ReturnType<typeof mostViewedWith>> = [];
  const known = new Set<number>();
  for (const more of [names.title, names.authors, []]) {
    if (found.length >= CANDIDATES) break;
    for (const work of await mostViewedWith(db, [...words, ...more])) {
      if (found.length >= CANDIDATES || known.has(work.id)) continue;
      known.add(work.id);
      found.push(work);
    }
  }
  return found;
}

/** The other searched fields of works. */
export const textsOf = (db: Database, ids: readonly number[]) =>
  db.selectFrom('publication').select(['id', 'translator', 'tags', 'brief', 'intro']).where('id', 'in', ids).execute();

const SAME_TITLE = 200;

/** Listed works with exactly one of the titles, in lower case. The limit of `worksWith` may leave them out: it takes the most viewed works. */
export const worksTitled = (db: Database, titles: readonly string[]) =>
  db
    .selectFrom('publication')
    .select(['publication.id', 'title', 'subtitle', 'authorsText'])
    .where('status', '=', 'listed')
    .where('delFlag', '=', '0')
    .where(sql<string>`lower(title)`, 'in', titles)
    .orderBy('viewNum', 'desc')
    .orderBy('publication.id', 'desc')
    .limit(SAME_TITLE)
    .execute();

/** Maximum number of names scanned for a suggestion without index words: scanning all takes a tenth of a second. */
const LOOKED_THROUGH = 5_000;

/**
 * Returns the names of listed works that have all of `words` in the title or all in the authors, the most viewed first; without words, those of the
 * most viewed works whose title or author contains one of `pieces`.
 */
export async function namesWith(db: Database, words: readonly string[], names: FieldWords, pieces: readonly string[]) {
  if (words.length === 0) {
    const listed = db.selectFrom('publication').select('publication.id').where('status', '=', 'listed').where('delFlag', '=', '0');
    const mostRead = listed.orderBy('viewNum', 'desc').orderBy('publication.id', 'desc').limit(LOOKED_THROUGH);
    return candidates(db, words, pieces).select(['publication.id', 'kind', 'title', 'authorsText']).where('publication.id', 'in', mostRead).execute();
  }
  const named = [...(await mostViewedWith(db, names.title)), ...(await mostViewedWith(db, names.authors))];
  // The index of an earlier version has no words of fields until it is rebuilt.
  const found = named.length > 0 ? named : await mostViewedWith(db, words);
  return [...new Map(found.map((work) => [work.id, work])).values()].sort((one, other) => other.viewNum - one.viewNum || other.id - one.id);
}

/** A letter may have an accent in the text, or an upper case that the database does not match; the caller checks each result. */
const containing = (column: 'title' | 'authors_text', piece: string) =>
  sql<boolean>`lower(${sql.ref(column)}) like ${`%${piece.replace(/[\\%_]/g, '\\$&').replace(/[aceinosuyz]/g, '_')}%`} escape '\\'`;

function candidates(db: Database, words: readonly string[], pieces: readonly string[], ranked = false) {
  const inAny = (column: 'title' | 'authors_text') =>
    sql<boolean>`(${sql.join(
      pieces.map((piece) => containing(column, piece)),
      sql` or `,
    )})`;
  const works = db
    .selectFrom('publication')
    .where('status', '=', 'listed')
    .where('delFlag', '=', '0')
    .$if(ranked && pieces.length > 0, (query) =>
      query.orderBy(sql`case when ${inAny('title')} then 0 when ${inAny('authors_text')} then 1 else 2 end`),
    )
    .orderBy('viewNum', 'desc')
    .orderBy('publication.id', 'desc')
    .limit(CANDIDATES);
  const indexed =
    words.length > 0
      ? works.where('publication.id', 'in', db.selectFrom('publicationWords').select('rowid').where(db.engine.matches(WORK_WORDS, words)))
      : works;
  if (words.some((word) => !word.endsWith('*'))) return indexed;
  return indexed.where((eb) => eb.or([inAny('title'), inAny('authors_text')]));
}

/**
 * Returns ids of pieces of text that have all words, in ascending order: the newest `most`. Only the word index is read, so that a common
 * word costs the same with any number of works.
 */
export async function textIdsWith(db: Database, words: readonly string[], most: number): Promise<number[]> {
  const rows = await db
    .selectFrom('bookTextWords')
    .select('rowid')
    .where(db.engine.matches(TEXT_WORDS, words))
    .orderBy('rowid', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => Number(row.rowid)).toReversed();
}

/** Returns those of the pieces that belong to the present edition of a listed work, in the order of their ids. */
export function listedTexts(db: Database, ids: readonly number[]) {
  return db
    .selectFrom('bookText')
    .innerJoin('publication', 'publication.editionId', 'bookText.editionId')
    .select([
      'publication.id as publishId',
      'publication.title',
      'publication.authorsText',
      'publication.isFree',
      'publication.trialChapters',
      'bookText.editionId',
      'bookText.orderNum',
      'bookText.text',
    ])
    .where('bookText.id', 'in', ids)
    .where('publication.status', '=', 'listed')
    .where('publication.delFlag', '=', '0')
    .orderBy('bookText.id')
    .execute();
}

export function chapterTitles(db: Database, places: readonly { editionId: number; chapterIndex: number }[]) {
  return db
    .selectFrom('chapter')
    .select(['editionId', 'orderNum', 'title'])
    .where((eb) => eb.or(places.map((place) => eb.and({ editionId: place.editionId, orderNum: place.chapterIndex }))))
    .execute();
}

/** Counts one search and returns the new counts of the term. */
export const countSearch = (db: Database, word: string, at: number) =>
  db
    .insertInto('searchWord')
    .values({ word, hits: 1, lastTime: at })
    .onConflict((oc) => oc.column('word').doUpdateSet({ hits: sql<number>`search_word.hits + 1`, lastTime: at }))
    .returning(['hits', 'visitors'])
    .executeTakeFirstOrThrow();

export const addVisitor = (db: Database, word: string) =>
  db
    .updateTable('searchWord')
    .set((eb) => ({ visitors: eb('visitors', '+', 1) }))
    .where('word', '=', word)
    .execute();

/** Deletes all search terms except the `most` most frequent and most recent ones. */
export const forgetSearches = (db: Database, most: number) =>
  db
    .deleteFrom('searchWord')
    .where('word', 'not in', (eb) =>
      eb.selectFrom('searchWord as kept').select('kept.word').orderBy('kept.hits', 'desc').orderBy('kept.lastTime', 'desc').limit(most),
    )
    .execute();

/** The terms that at least `visitors` different visitors have searched, the most frequent first. */
export const mostSearched = (db: Database, visitors: number, limit: number) =>
  db
    .selectFrom('searchWord')
    .select('word')
    .where('visitors', '>=', visitors)
    .orderBy('hits', 'desc')
    .orderBy('lastTime', 'desc')
    .limit(limit)
    .execute();

/** Returns works that are not permanently deleted, by id. */
export const worksAfter = (db: Database, after: number, limit: number) =>
  db.selectFrom('publication').select('id').where('id', '>', after).where('delFlag', '=', '0').orderBy('id').limit(limit).execute();

export const textsAfter = (db: Database, after: number, limit: number) =>
  db.selectFrom('bookText').select(['id', 'text']).where('id', '>', after).orderBy('id').limit(limit).execute();

/** Kysely's connection type does not include the word tables. */
export const putWords = (db: Database | Tx, engine: Engine, name: string, id: number, words: readonly string[]) =>
  engine.putWords(db, name, id, words.join(' '));

export const removeWords = (db: Database | Tx, engine: Engine, name: string, ids: readonly number[]) => engine.removeWords(db, name, ids);

/** Returns the progress of the index rebuild for a word version. */
export async function rebuildState(db: Database, version: number) {
  await db
    .insertInto('searchRebuild')
    .values({ version })
    .onConflict((oc) => oc.column('version').doNothing())
    .execute();
  return db.selectFrom('searchRebuild').selectAll().where('version', '=', version).executeTakeFirstOrThrow();
}

/** Advances the progress from the state that was read; returns false when it has changed meanwhile. */
export async function advanceRebuild(
  tx: Tx,
  from: { version: number; worksAfter: number; textsAfter: number },
  to: { worksAfter?: number; textsAfter?: number },
): Promise<boolean> {
  const advanced = await tx
    .updateTable('searchRebuild')
    .set(to)
    .where('version', '=', from.version)
    .where('worksAfter', '=', from.worksAfter)
    .where('textsAfter', '=', from.textsAfter)
    .executeTakeFirst();
  return Number(advanced.numUpdatedRows) === 1;
}

export const endRebuild = (db: Database, version: number, now: number) =>
  db.updateTable('searchRebuild').set({ doneAt: now }).where('version', '=', version).execute();

/** The works of one kind among `ids`, in their order. */
export async function worksOfKind(db: Database, ids: readonly number[], kind: string): Promise<number[]> {
  const rows = await db
    .selectFrom('publication')
    .select('id')
    .where('id', 'in', ids)
    .where('kind', '=', kind as 'book')
    .execute();
  const found = new Set(rows.map((row) => row.id));
  return ids.filter((id) => found.has(id));
}
