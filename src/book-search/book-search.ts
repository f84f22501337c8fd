import { folded, foldedText, hasRareSigns, isPrintedAlike, originalOf, type Folded } from '../../contract/reading/search-folding.ts';
import { withoutSigns } from '../../contract/reading/without-signs.ts';

/** Position of a match in a document; offsets into its text. */
export interface Hit {
  readonly documentIndex: number;
  readonly start: number;
  readonly end: number;
}

/** Returns all non-overlapping matches of the query, in any spelling. */
export function findAll(documents: readonly SearchedText[], query: string): Hit[] {
  const wanted = foldedText(query);
  const hits: Hit[] = [];
  if (wanted === '') return hits;
  const printed = isPrintedAlike(wanted);
  for (const [documentIndex, document] of documents.entries()) {
    const made = document.lookedThrough(printed);
    for (let at = made.text.indexOf(wanted); at >= 0; at = made.text.indexOf(wanted, at + wanted.length)) {
      const [start, end] = originalOf(made, at, at + wanted.length);
      hits.push({ documentIndex, start, end });
    }
  }
  return hits;
}

/** Simplified characters for traditional ones, by code unit. */
type Simple = Uint16Array;

/**
 * The text of a document. It is folded only when a query needs it, and most Chinese queries do not, so a novel is not stored twice in
 * memory.
 */
export class SearchedText {
  /** The text contains rare characters. Computed at first use. */
  #broken: boolean | null = null;
  #folded: Folded | null = null;
  readonly #simple: Simple | null;
  readonly printed: string;

  /** With a table, the text is searched in simplified characters. */
  constructor(printed: string, simple: Simple | null = null) {
    this.printed = printed;
    this.#simple = simple;
  }

  /** Returns the text to search; `printed`: each character of the query has only one spelling. */
  lookedThrough(printed: boolean): Folded {
    if (this.#folded) return this.#folded;
    if (printed && !this.#simple) {
      this.#broken ??= hasRareSigns(this.printed);
      if (!this.#broken) return { text: this.printed, at: null };
    }
    this.#folded = folded(this.printed, this.#simple);
    return this.#folded;
  }
}

export interface BookTexts {
  readonly documents: readonly string[];
  readonly searched: readonly SearchedText[];
  /** Null without a table. */
  readonly simple: Simple | null;
  /** The book uses traditional characters and is searched in simplified ones. */
  readonly traditional: boolean;
}

/** A book counts as traditional if at least this percentage of its first characters is traditional. */
const SAMPLE = 20_000;
const TRADITIONAL = 5;

export function bookTexts(documents: readonly string[], simple: Simple | null = null): BookTexts {
  const traditional = simple !== null && isTraditional(documents, simple);
  const searched = documents.map((text) => new SearchedText(text, traditional ? simple : null));
  return { documents, searched, simple, traditional };
}

function isTraditional(documents: readonly string[], simple: Simple): boolean {
  let seen = 0;
  let old = 0;
  for (const text of documents)
    for (let at = 0; at < text.length && seen < SAMPLE; at++, seen++) if (simple[text.charCodeAt(at)] !== text.charCodeAt(at)) old += 1;
  return old * 100 > seen * TRADITIONAL;
}

/** Returns the matches of the query in the text without punctuation: 雾船 matches 雾，船. */
function findLoose(documents: readonly SearchedText[], query: string): Hit[] {
  const wanted = withoutSigns(query).text.trim();
  if ([...wanted].length < LOOSE_LEAST) return [];
  return documents.flatMap((document, documentIndex) => {
    const made = document.lookedThrough(false);
    const { text, at } = withoutSigns(made.text);
    const hits: Hit[] = [];
    for (let found = text.indexOf(wanted); found >= 0; found = text.indexOf(wanted, found + wanted.length)) {
      const [start, end] = originalOf(made, at[found] ?? 0, (at[found + wanted.length - 1] ?? 0) + 1);
      hits.push({ documentIndex, start, end });
    }
    return hits;
  });
}

/** A shorter query without punctuation would match by chance. */
const LOOSE_LEAST = 2;

/**
 * In a traditional book both scripts match; elsewhere the other script is tried only if the typed text has no match, and after it
 * the text without punctuation.
 */
function findEither({ searched, simple, traditional }: BookTexts, query: string): Hit[] {
  const hits = traditional ? [] : findAll(searched, query);
  if (hits.length > 0) return hits;
  const others = simple === null ? [] : findAll(searched, foldedText(query, simple));
  if (others.length > 0) return others;
  // Readers remember the words of a sentence, and not its punctuation.
  const loose = traditional ? [] : findLoose(searched, foldedText(query));
  return loose.length > 0 || simple === null ? loose : findLoose(searched, foldedText(query, simple));
}

/** Closing punctuation of a sentence that is not shown. */
const CLOSING = /^[\s\p{Pe}\p{Pf}，。！？；：、,.!?;:]+/u;

/** A word in letters is shown completely or not at all; a word longer than the limit is cut. */
const LETTERS = String.raw`\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}`;
const CUT_HEAD = new RegExp(`^[${LETTERS}’'-]+(?=[^${LETTERS}’'-])`, 'u');
const CUT_TAIL = new RegExp(`(?<=[^${LETTERS}’'-])[\\p{Ps}\\p{Pi}]*[${LETTERS}’'-]+$`, 'u');
const LETTER = new RegExp(`[${LETTERS}]`, 'u');
const cuts = (text: string, at: number): boolean => LETTER.test(text[at - 1] ?? '') && LETTER.test(text[at] ?? '');

/** The context of a match, on one line. */
export function around(text: string, { start, end }: Pick<Hit, 'start' | 'end'>, before = 16, after = 32): readonly [string, string, string] {
  const line = (part: string): string => part.replace(/\s+/g, ' ');
  const [from, to] = [Math.max(0, start - before), Math.min(text.length, end + after)];
  const head = text.slice(from, start);
  const tail = text.slice(end, to);
  return [
    line(cuts(text, from) ? head.replace(CUT_HEAD, '') : head).replace(CLOSING, ''),
    line(text.slice(start, end)),
    line(cuts(text, to) ? tail.replace(CUT_TAIL, '') : tail),
  ];
}

/** A match for the result list, with the data to find it on the page. */
export interface FoundHit extends Hit {
  /** Characters of its document before it, without white space, as book lengths are counted. */
  readonly characters: number;
  readonly shown: readonly [before: string, word: string, after: string];
  readonly quote: { readonly text: string; readonly before: string; readonly after: string };
}
export interface Found {
  readonly total: number;
  readonly hits: readonly FoundHit[];
}

const BESIDE = 32;

const BLANK = /[\s\u200b\ufeff]/;
const HIGHEST_LATIN = 0x24f;
const isLowSurrogate = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
/** White space is in these ranges or in the Latin range. */
const mayBeBlank = (code: number): boolean => code <= HIGHEST_LATIN || code === 0x1680 || (code >= 0x2000 && code <= 0x3000) || code === 0xfeff;

/** Counts characters without white space, as book lengths are counted. Must be fast: it runs over whole books. */
function charactersOf(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (!isLowSurrogate(code) && !(mayBeBlank(code) && BLANK.test(text[at] ?? ''))) count += 1;
  }
  return count;
}

/** Returns the first matches with their context, and the total number of matches. */
export function search(texts: BookTexts, query: string, most: number): Found {
  const { documents } = texts;
  const all = findEither(texts, query);
  let counted = { documentIndex: -1, start: 0, characters: 0 };
  const hits = all.slice(0, most).map((hit) => {
    const text = documents[hit.documentIndex] ?? '';
    const quote = {
      text: text.slice(hit.start, hit.end),
      before: text.slice(Math.max(0, hit.start - BESIDE), hit.start),
      after: text.slice(hit.end, hit.end + BESIDE),
    };
    if (counted.documentIndex !== hit.documentIndex) counted = { ...hit, start: 0, characters: 0 };
    const characters = counted.characters + charactersOf(text, counted.start, hit.start);
    counted = { ...hit, characters };
    return { ...hit, characters, shown: around(text, hit), quote };
  });
  return { total: all.length, hits };
}
