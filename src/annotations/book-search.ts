/** Where a query stands in a document; offsets are into its text. */
export interface Hit {
  readonly documentIndex: number;
  readonly start: number;
  readonly end: number;
}

/** What a typesetter writes otherwise than a keyboard does: letters and signs that are wide or have an accent, and spaces, */
const COMPOSED = /[\u00a0\u00c0-\u024f\u1e00-\u1eff\u2000-\u200a\u3000\uff01-\uff5e]/;
/** and quotes and dashes. */
const TYPED: readonly (readonly [string, string])[] = [
  ["'", '\u02bc\u2018\u2019\u201a\u201b\u2032'],
  ['"', '\u201c\u201d\u201e\u201f\u2033'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212'],
  // A line of verse ends where the next begins.
  [' ', '\n'],
];
/** Not seen, or written over the letter before it: 软连字符, a joiner, an accent of its own. */
const UNSEEN = /[\u0300-\u036f\u00ad\u200b-\u200d\u2060\ufeff]/;
/** One sign for two letters. */
const LIGATURE = /[\ufb00-\ufb06]/;
const UNEVEN_SIGN = new RegExp(`${UNSEEN.source}|${LIGATURE.source}`);
/** Where letters have a small form, and signs another: from, and up to. The rest of a table is made at once. */
const WRITTEN: readonly (readonly [number, number])[] = [
  [0, 0x590],
  [0x10a0, 0x1100],
  [0x1e00, 0x2220],
  [0xfb00, 0xfb07],
  [0xfeff, 0xff60],
  [0x3000, 0x3001],
];
/** In the table: not one sign for one. */
const UNEVEN = 0;
const decoder = new TextDecoder('utf-16le', { ignoreBOM: true });

interface Keyboard {
  /** For every code unit the one that is written for it. */
  readonly signs: Uint16Array;
  /** Those that stand for others too, or have others stand for them. */
  readonly many: Set<number>;
}
let keyboard: Keyboard | null = null;

function keyboardOf(): Keyboard {
  if (keyboard) return keyboard;
  const made = new Uint16Array(0x10000);
  for (let code = 0; code < made.length; code++) made[code] = code;
  for (const [from, to] of WRITTEN)
    for (let code = from; code < to; code++) {
      const sign = String.fromCharCode(code);
      const small = (COMPOSED.test(sign) ? (sign.normalize('NFKD')[0] ?? sign) : sign).toLowerCase();
      made[code] = UNEVEN_SIGN.test(sign) ? UNEVEN : small.length === 1 ? small.charCodeAt(0) : code;
    }
  for (const [plain, signs] of TYPED) for (const sign of signs) made[sign.charCodeAt(0)] = plain.charCodeAt(0);
  const many = new Set<number>();
  for (let code = 0; code < made.length; code++) if (made[code] !== code) many.add(code).add(made[code] ?? UNEVEN);
  keyboard = { signs: made, many };
  return keyboard;
}

/** A text as a keyboard writes it, in small letters. */
export interface Folded {
  readonly text: string;
  /** Where each of its signs stands in the text it was made of; null where they stand at the same places. */
  readonly at: Uint32Array | null;
}

export function folded(text: string): Folded {
  const { signs } = keyboardOf();
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < codes.length; at++) {
    const code = signs[text.charCodeAt(at)] ?? UNEVEN;
    if (code === UNEVEN) return unevenly(text, signs);
    codes[at] = code;
  }
  return { text: decoder.decode(codes), at: null };
}

function unevenly(text: string, signs: Uint16Array): Folded {
  const codes: number[] = [];
  const places: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (UNSEEN.test(sign)) continue;
    for (const one of LIGATURE.test(sign) ? sign.normalize('NFKD') : sign) {
      codes.push(signs[one.charCodeAt(0)] ?? 0);
      places.push(at);
    }
  }
  return { text: decoder.decode(Uint16Array.from(codes)), at: Uint32Array.from([...places, text.length]) };
}

/** What is asked for, and what is looked through by hand. */
export const foldedText = (text: string): string => folded(text).text.replace(/\s+/g, ' ');

/** Each of these signs is written in one way only: they stand in a printed text as they are typed. */
const asPrinted = (wanted: string): boolean => {
  const { many } = keyboardOf();
  for (let at = 0; at < wanted.length; at++) if (many.has(wanted.charCodeAt(at))) return false;
  return true;
};

/** Every place of the query, however it is typed, one after another without overlap. */
export function findAll(documents: readonly SearchedText[], query: string): Hit[] {
  const wanted = foldedText(query);
  const hits: Hit[] = [];
  if (wanted === '') return hits;
  const printed = asPrinted(wanted);
  for (const [documentIndex, document] of documents.entries()) {
    const { text, at: places } = document.lookedThrough(printed);
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const end = at + wanted.length;
      // Up to the next sign that is seen, less what is not: it belongs to the sign before it.
      hits.push({ documentIndex, start: places?.[at] ?? at, end: places ? (places[end - 1] ?? 0) + 1 : end });
    }
  }
  return hits;
}

/** Simplified signs for traditional ones, by code unit. */
type Simple = Uint16Array;

/** A document as it is printed. As a keyboard writes it it is made when a query needs it, and most in Chinese do not: a novel is not held twice. */
export class SearchedText {
  /** Signs of it are not seen. Known once it was asked. */
  #broken: boolean | null = null;
  #folded: Folded | null = null;
  readonly #simple: Simple | null;
  readonly printed: string;

  /** With a table it is looked through in simplified signs. */
  constructor(printed: string, simple: Simple | null = null) {
    this.printed = printed;
    this.#simple = simple;
  }

  /** What a query is looked for in; `printed` where each of its signs is written in one way only. */
  lookedThrough(printed: boolean): Folded {
    if (this.#folded) return this.#folded;
    if (printed && !this.#simple) {
      this.#broken ??= UNSEEN.test(this.printed);
      if (!this.#broken) return { text: this.printed, at: null };
    }
    const { text, at } = folded(this.printed);
    this.#folded = { text: this.#simple ? simpler(text, this.#simple) : text, at };
    return this.#folded;
  }
}

export interface BookTexts {
  readonly documents: readonly string[];
  readonly searched: readonly SearchedText[];
  /** Null where there is no table. */
  readonly simple: Simple | null;
  /** The book is printed in traditional signs, and looked through in simplified ones. */
  readonly traditional: boolean;
}

/** So many signs of a book say how it is printed, where so many of a hundred are traditional. */
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

function simpler(text: string, simple: Simple): string {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < codes.length; at++) codes[at] = simple[text.charCodeAt(at)] ?? 0;
  return decoder.decode(codes);
}

/** In a traditional book either way of writing finds the other; elsewhere it is tried where nothing is found as it was typed. */
function findEither({ searched, simple, traditional }: BookTexts, query: string): Hit[] {
  const hits = traditional ? [] : findAll(searched, query);
  return hits.length > 0 || simple === null ? hits : findAll(searched, simpler(foldedText(query), simple));
}

/** Of a sentence that is not shown. */
const CLOSING = /^[\s\p{Pe}\p{Pf}，。！？；：、,.!?;:]+/u;

/** A word of letters is shown whole or not at all; one that fills all there is, cut. */
const LETTERS = String.raw`\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}`;
const CUT_HEAD = new RegExp(`^[${LETTERS}’'-]+(?=[^${LETTERS}’'-])`, 'u');
const CUT_TAIL = new RegExp(`(?<=[^${LETTERS}’'-])[\\p{Ps}\\p{Pi}]*[${LETTERS}’'-]+$`, 'u');
const LETTER = new RegExp(`[${LETTERS}]`, 'u');
const cuts = (text: string, at: number): boolean => LETTER.test(text[at - 1] ?? '') && LETTER.test(text[at] ?? '');

/** What stands around a hit, on one line. */
export function around(text: string, { start, end }: Pick<Hit, 'start' | 'end'>, before = 16, after = 32): readonly [string, string, string] {
  const line = (part: string): string => part.replace(/\s+/g, ' ');
  const [from, to] = [Math.max(0, start - before), Math.min(text.length, end + after)];
  const head = text.slice(from, start);
  const tail = text.slice(end, to);
  return [
    line(cuts(text, from) ? head.replace(CUT_HEAD, '') : head).replace(CLOSING, ''),
    text.slice(start, end),
    line(cuts(text, to) ? tail.replace(CUT_TAIL, '') : tail),
  ];
}

/** A hit as it is listed, and what is needed to find it on the page. */
export interface FoundHit extends Hit {
  /** Characters of its document before it, as books are counted: without white space. */
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
/** What is white space lies here, or among the letters of Europe. */
const mayBeBlank = (code: number): boolean => code <= HIGHEST_LATIN || code === 0x1680 || (code >= 0x2000 && code <= 0x3000) || code === 0xfeff;

/** Characters of a piece of text as books are counted: without white space. Asked of whole books. */
function charactersOf(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (!isLowSurrogate(code) && !(mayBeBlank(code) && BLANK.test(text[at] ?? ''))) count += 1;
  }
  return count;
}

/** The first hits with what stands around them, and how many there are in all. */
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
