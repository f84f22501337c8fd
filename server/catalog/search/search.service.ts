import { setImmediate } from 'node:timers/promises';
import type { BookCard } from '../../../contract/catalog/book.ts';
import type { Passage } from '../../../contract/catalog/search.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Engine } from '../../db/dialects/engine.ts';
import type { AppContext } from '../../context.ts';
import type { FastifyRequest } from 'fastify';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { rateLimitKey } from '../../http/rate-limit-key.ts';
import { isFirstView, isNewVisitor } from '../../http/view-deduplication.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { withoutSigns } from '../../../contract/reading/without-signs.ts';
import { originalOf } from '../../../contract/reading/search-folding.ts';
import { askableTerms, fold, folded, printedAs, termsOf, wordsOf, wordsOfNames } from '../../search/tokenizer.ts';
import { cards } from '../book.service.ts';
import {
  chapterTitles,
  addVisitor,
  CANDIDATES,
  countSearch,
  forgetSearches,
  listedTexts,
  mostSearched,
  putWords,
  removeWords,
  searchedFields,
  textIdsWith,
  textsOf,
  WORK_WORDS,
  worksOfKind,
  worksTitled,
  worksWith,
} from './search.queries.ts';

const AROUND = 30;
/** Maximum number of text pieces scanned for one query, and between two pauses. */
const PIECES = 3_000;
const PIECES_AT_ONCE = 60;
/** A search that takes longer answers with what it found until then. */
const PASSAGES_MS = 2_000;
const COUNTED_LENGTH = 20;
const HOT = 10;
/** A word is public when this many different visitors have searched it. */
const SHARED = 3;
/** Numbers and addresses that may belong to a person are not stored. */
const PERSONAL = /\d{5}|@|:\/\//;
/** Title, subtitle and author; the fields after them are texts. */
const NAMES = 3;
const FIELDS = 7;
/** Works whose texts are searched because their names do not have all terms. */
const TEXTS_READ = 400;
/** Works that are ranked between two pauses. */
const RANKED_AT_ONCE = 100;
/** Brackets and punctuation around a copied phrase. */
const AROUND_PHRASE = /^[\p{Ps}\p{Pi}"\s]+|[\p{Pe}\p{Pf}"。、,;:!?…\s]+$/gu;
/** Queries per minute: for one user, and for anonymous visitors from one address, which may be a whole school. */
const PER_PERSON: RateLimit = { name: 'search', points: 120, windowMs: 60_000, message: '您搜索得太频繁了，请一分钟后再试' };
const PER_ADDRESS: RateLimit = { ...PER_PERSON, points: 1200 };

type Fields = NonNullable<Awaited<ReturnType<typeof searchedFields>>>;
type Names = Pick<Fields, 'title' | 'subtitle' | 'authorsText'>;
type Texts = Omit<Fields, keyof Names>;

const plainText = (html: string): string => html.replace(/<[^<>]*>/g, ' ');

const namesOf = (work: Names): string[] => [work.title, work.subtitle, work.authorsText].map(fold);
const textsIn = (work: Texts): string[] =>
  [work.translator, (JSON.parse(work.tags) as string[]).join(' '), work.brief, plainText(work.intro)].map(fold);
const fieldsInOrder = (work: Fields): string[] => [...namesOf(work), ...textsIn(work)];

/** Writes the index words of a work; runs in the transaction that changes the work. The words of title and authors are there a second time. */
export async function indexPublication(db: Database | Tx, publicationId: number, engine: Engine): Promise<void> {
  const work = await searchedFields(db, publicationId);
  if (!work) return;
  const words = [
    ...wordsOf(fieldsInOrder(work).join('\n')),
    ...wordsOfNames(wordsOf(work.title)).title,
    ...wordsOfNames(wordsOf(work.authorsText)).authors,
  ];
  await putWords(db, engine, WORK_WORDS, publicationId, words);
}

export const removePublicationWords = (db: Database | Tx, publicationId: number, engine: Engine): Promise<void> =>
  removeWords(db, engine, WORK_WORDS, [publicationId]);

interface Found {
  works: { rows: BookCard[]; total: number; more: boolean };
  passages: { rows: Passage[]; total: number; more: boolean };
}

/** Results of a search, best first; `more` says that its limits left out some. */
interface Ranked<Row> {
  readonly rows: readonly Row[];
  readonly more: boolean;
}
const NOTHING = { rows: [], more: false } as const;

type Asked = { keyword: string; type: 'all' | 'book' | 'text'; kind?: string | undefined; pageNum: number; pageSize: number };

/** Same as `searchAll`, but throws with a message when a user, or the anonymous visitors of one address, exceed the limit per minute. */
export async function searchFor(context: AppContext, currentUser: CurrentUser | null, request: FastifyRequest, query: Asked): Promise<Found> {
  await limitSearches(context, currentUser, request);
  return searchAll(context, query, {
    today: (word) => isFirstView(context, currentUser, request, `search ${word}`),
    ever: (word) => isNewVisitor(context, currentUser, request, `search ${word}`),
  });
}

export const limitSearches = (context: AppContext, currentUser: CurrentUser | null, request: FastifyRequest): Promise<void> =>
  rateLimit(context, currentUser ? PER_PERSON : PER_ADDRESS, currentUser?.userId ?? rateLimitKey(request.ip));

/** Whether a visitor searches a word for the first time today, and for the first time at all. */
interface Newness {
  readonly today: (word: string) => Promise<boolean>;
  readonly ever: (word: string) => Promise<boolean>;
}
const ALWAYS: Newness = { today: async () => true, ever: async () => true };

/**
 * Returns one page each of listed works by their metadata and of passages, one row per book. A successful search
 * raises the rank of its term once per user or visitor and day.
 */
export async function searchAll(context: AppContext, query: Asked, isNew: Newness = ALWAYS): Promise<Found> {
  const keyword = fold(query.keyword).trim();
  const words = askableTerms(keyword);
  const start = (query.pageNum - 1) * query.pageSize;
  const terms = termsOf(query.keyword);
  const phrase = keyword.replace(AROUND_PHRASE, '') || keyword;
  const [named, said]: [Ranked<RankedWork>, Ranked<Placed>] = await Promise.all([
    query.type === 'text' ? NOTHING : rankedWorks(context, terms),
    query.type === 'book' ? NOTHING : passagesOf(context, words, phrase),
  ]);
  const ranked = named.rows.map((work) => work.id);
  const works = query.kind && ranked.length > 0 ? await worksOfKind(context.db, ranked, query.kind) : ranked;
  const passages = said.rows;
  const word = terms.join(' ');
  const found = works.length + passages.length > 0 && query.pageNum === 1 && keyword.length <= COUNTED_LENGTH && !PERSONAL.test(keyword);
  if (found && (await isNew.today(word))) await noteSearch(context.db, word, isNew.ever);
  return {
    works: { rows: await cards(context, works.slice(start, start + query.pageSize)), total: works.length, more: named.more },
    passages: { rows: await titled(context, passages.slice(start, start + query.pageSize)), total: passages.length, more: said.more },
  };
}

/** Every phrase of every book can be a search term, so only this many are stored; the others are deleted regularly. */
const REMEMBERED = 10_000;
const FORGET_EVERY = 500;
let fresh = 0;

async function noteSearch(db: Database, word: string, isNewVisitor: Newness['ever']): Promise<void> {
  const { hits, visitors } = await countSearch(db, word, Date.now());
  // Enough visitors make the word public; who searched it is not asked any more.
  if (visitors < SHARED && (await isNewVisitor(word))) await addVisitor(db, word);
  if (hits > 1) return;
  fresh += 1;
  if (fresh % FORGET_EVERY === 0) await forgetSearches(db, REMEMBERED);
}

export async function hotWords(context: AppContext): Promise<string[]> {
  return (await mostSearched(context.db, SHARED, HOT)).map((row) => row.word);
}

export interface RankedWork {
  readonly id: number;
  readonly title: string;
  /** -1 for the exact title, else the index of the field that has the whole term, or their number. */
  readonly rank: number;
}

/** A shorter query would match by chance when punctuation is ignored. */
const LOOSE_LEAST = 2;

/** Whether a text without punctuation has a term, whatever its punctuation. */
function hasLoosely(bareText: string, term: string): boolean {
  const bare = withoutSigns(term).text;
  return [...bare].length >= LOOSE_LEAST && bareText.includes(bare);
}

/** Returns works, best first: a match in the title before the author before the other fields; equal matches by views. */
export async function rankedWorks(context: AppContext, terms: readonly string[]): Promise<Ranked<RankedWork>> {
  const words = [...new Set(terms.flatMap(askableTerms))];
  const titled = await worksTitled(context.db, printedAs(terms.join(' ')));
  const first = askableTerms(terms[0] ?? '');
  const most = await worksWith(context.db, words, first.length > 0 ? wordsOfNames(first) : null, printedAs(terms[0] ?? ''));
  const ranked: RankedWork[] = [];
  const unnamed: (typeof most)[number][] = [];
  let done = 0;
  for (const work of new Map([...most, ...titled].map((one) => [one.id, one])).values()) {
    const found = rankOf(work, namesOf(work), terms);
    if (found) ranked.push(found);
    else unnamed.push(work);
    done += 1;
    if (done % RANKED_AT_ONCE === 0) await setImmediate();
  }
  const read = unnamed.slice(0, TEXTS_READ);
  const ids = read.map((work) => work.id);
  const texts = new Map((ids.length > 0 ? await textsOf(context.db, ids) : []).map((row) => [row.id, row]));
  for (const [at, work] of read.entries()) {
    const own = texts.get(work.id);
    const found = own && rankOf(work, [...namesOf(work), ...textsIn(own)], terms);
    if (found) ranked.push(found);
    if (at % RANKED_AT_ONCE === RANKED_AT_ONCE - 1) await setImmediate();
  }
  return { rows: ranked.sort((a, b) => a.rank - b.rank), more: most.length === CANDIDATES || unnamed.length > TEXTS_READ };
}

/** Returns the rank of a work by its fields; null when they do not have all terms. */
function rankOf({ id, title }: Names & { id: number }, fields: readonly string[], terms: readonly string[]): RankedWork | null {
  const whole = terms.join(' ');
  const bare = withoutSigns(terms.join('')).text;
  const all = fields.join('\n');
  const bareAll = withoutSigns(all).text;
  if (!terms.every((term) => all.includes(term) || hasLoosely(bareAll, term))) return null;
  const names = fields.map((field, at) => (at < NAMES ? termsOf(field).join(' ') : field));
  const place = names.findIndex((field) => field.includes(whole) || hasLoosely(withoutSigns(field).text, bare));
  const isTitle = names[0] === whole || (bare !== '' && withoutSigns(fields[0] ?? '').text === bare);
  return { id, title, rank: isTitle ? -1 : place < 0 ? FIELDS : place };
}

type Placed = Passage & { editionId: number };

/** Returns passages with the phrase as it is written; if there are none, those whose punctuation differs. */
async function passagesOf(context: AppContext, words: readonly string[], phrase: string): Promise<Ranked<Placed>> {
  const exact = words.length === 0 ? NOTHING : await passagesWith(context, words, phrase, (text) => ({ text, at: null }));
  const bare = withoutSigns(phrase).text.trim();
  const bareWords = askableTerms(bare);
  if (exact.rows.length > 0 || bareWords.length === 0 || [...bare].length < LOOSE_LEAST) return exact;
  return passagesWith(context, bareWords, bare, withoutSigns);
}

/** The text that is searched, and the position of each of its code units; null: the same positions. */
type Searched = (text: string) => { readonly text: string; readonly at: Uint32Array | null };

async function passagesWith(context: AppContext, words: readonly string[], keyword: string, searched: Searched): Promise<Ranked<Placed>> {
  const found = new Map<number, Placed>();
  const ids = await textIdsWith(context.db, words, PIECES);
  const deadline = performance.now() + PASSAGES_MS;
  let from = 0;
  for (; from < ids.length && performance.now() < deadline; from += PIECES_AT_ONCE) {
    const pieces = await listedTexts(context.db, ids.slice(from, from + PIECES_AT_ONCE));
    for (const { text, publishId, title, authorsText, editionId, orderNum, isFree, trialChapters } of pieces) {
      const made = folded(text);
      const seen = searched(made.text);
      const place = seen.text.indexOf(keyword);
      if (place < 0) continue;
      const last = place + keyword.length - 1;
      const [at, until] = originalOf(made, seen.at?.[place] ?? place, (seen.at?.[last] ?? last) + 1);
      const hits = count(seen.text, keyword, place);
      const known = found.get(publishId);
      if (known) found.set(publishId, { ...known, hits: known.hits + hits });
      else
        found.set(publishId, {
          publishId,
          title,
          authorsText,
          editionId,
          chapterIndex: orderNum,
          chapterTitle: '',
          hits,
          ...(isFree === '1' || orderNum < trialChapters ? around : sentence)(text, at, until - at),
        });
    }
    await setImmediate();
  }
  const rows = [...found.values()].sort((a, b) => b.hits - a.hits || b.editionId - a.editionId);
  return { rows, more: ids.length === PIECES || from < ids.length };
}

function count(text: string, word: string, from: number): number {
  let hits = 0;
  for (let at = from; at >= 0; at = text.indexOf(word, at + word.length)) hits++;
  return hits;
}

const line = (text: string): string => text.replace(/\s+/g, ' ');

/** Characters of words in scripts that separate words with spaces. */
const OF_WORD = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\d’'-]`;
const BETWEEN = new RegExp(`^${OF_WORD}{2}$`, 'u');
const HEAD_WORD = new RegExp(`^${OF_WORD}+`, 'u');
const TAIL_WORD = new RegExp(`${OF_WORD}+$`, 'u');

/** Returns the text on both sides of a hit, without words that would be cut. */
function around(text: string, at: number, length: number): { before: string; hit: string; after: string } {
  const end = at + length;
  const [from, to] = [Math.max(0, at - AROUND), Math.min(text.length, end + AROUND)];
  const [before, after] = [text.slice(from, at), text.slice(end, to)];
  const cuts = (place: number): boolean => BETWEEN.test(text.slice(Math.max(0, place - 1), place + 1));
  return {
    before: line(cuts(from) ? before.replace(HEAD_WORD, '') : before).trimStart(),
    hit: line(text.slice(at, end)),
    after: line(cuts(to) ? after.replace(TAIL_WORD, '') : after).trimEnd(),
  };
}

const END = /[。！？；…!?;.\n\v]/;
/** A sentence without an end is shown in parts of this many characters. */
const PART = 40;

/**
 * For paid text: returns the sentence of the hit or a part of it, and no word of the next one, so that a chapter cannot be read from hit
 * to hit.
 * The part boundaries depend only on the text, not on the query; a hit that crosses a boundary is shown alone.
 */
function sentence(text: string, at: number, length: number): { before: string; hit: string; after: string } {
  let start = at;
  while (start > 0 && !END.test(text[start - 1] ?? '')) start--;
  const from = at - ((at - start) % PART);
  const end = at + length;
  const hit = line(text.slice(at, end));
  if (END.test(hit) || end > from + PART) return { before: '', hit, after: '' };
  const rest = text.slice(end, from + PART);
  const stop = rest.search(END);
  return { before: line(text.slice(from, at)).trimStart(), hit, after: line(stop < 0 ? rest : rest.slice(0, stop + 1)).trimEnd() };
}

async function titled(context: AppContext, passages: readonly Placed[]): Promise<Passage[]> {
  if (passages.length === 0) return [];
  const titles = new Map((await chapterTitles(context.db, passages)).map((row) => [`${row.editionId} ${row.orderNum}`, row.title]));
  return passages.map(({ editionId, ...passage }) => ({ ...passage, chapterTitle: titles.get(`${editionId} ${passage.chapterIndex}`) ?? '' }));
}
