import { FIRST_RADICAL, RADICALS, UNSEEN } from './sign-tables.ts';

/**
 * Normalises a text and a query for comparison; used by the search index, its queries and the search in a book.
 * Treated as equal: upper and lower case, full and half width, ligatures and their letters, letters with an accent (composed or
 * decomposed) and without, Kangxi radicals and compatibility ideographs and their standard character, typographic and keyboard
 * quotes and dashes. Removed: soft hyphens, joiners, variation selectors, direction marks and blanks next to a Chinese or Japanese
 * character. With a table, traditional characters become simplified ones.
 */
export interface Folded {
  readonly text: string;
  /** Start and end of each code unit in the original text; null when the positions are the same. */
  readonly at: { readonly starts: Uint32Array; readonly ends: Uint32Array } | null;
}

/** Marks a line break within a paragraph (`<br/>`); in this text a line feed ends a paragraph. */
export const LINE_BREAK = '\v';

/** Combining with the previous character: accents, kana voicing marks, parts of a Korean syllable. */
const MARKS = '\u0300-\u036f\u1160-\u11ff\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\u3099\u309a\ufe20-\ufe2f\uff9e\uff9f';
const ACCENTS = /[\u0300-\u036f]/g;
/** Ranges with characters that have a folded form; all other characters stay unchanged. */
const WRITTEN: readonly (readonly [number, number])[] = [
  [0, 0x590],
  [0x10a0, 0x1200],
  [0x180b, 0x1810],
  [0x1ab0, 0x1b00],
  [0x1dc0, 0x2e80],
  [0x2e80, 0x3400],
  [0xd835, 0xd836],
  [0xd83c, 0xd83d],
  [0xd87e, 0xd87f],
  [0xdb40, 0xdb41],
  [0xf900, 0x10000],
];
/** High surrogates of characters outside the BMP that have a folded form: mathematical letters, ideographs, selectors. */
const HIGH = new Set([0xd835, 0xd83c, 0xd87e, 0xdb40]);
/** Keyboard characters, and the characters that are folded to them. */
const TYPED: readonly (readonly [string, string])[] = [
  ["'", '\u02bc\u2018\u2019\u201a\u201b\u2032\u00b4\u0060'],
  ['"', '\u201c\u201d\u201e\u201f\u2033\u301d\u301e\u301f'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2e3a\u2e3b'],
  ['\u00b7', '\u2022\u2027\u2219\u22c5\u30fb'],
  ['/', '\u2044'],
  ['\u03c3', '\u03c2'],
];
const PLAIN = 0;
const DROPPED = 1;
const MARK = 2;
/** Folds to several characters, or depends on the following ones. */
const MANY = 3;
const BLANK = 4;
/** The end of a paragraph: a blank that is kept. */
const BORDER = 5;

interface Tables {
  /** The folded code unit of every code unit. */
  readonly signs: Uint16Array;
  readonly kinds: Uint8Array;
  /** Common characters with more than one spelling: the folded form and the characters folded to it. */
  readonly many: ReadonlySet<number>;
}
let tables: Tables | null = null;
/** The number of arguments of a call is limited. */
const UNITS_AT_ONCE = 8_192;

function stringOf(codes: Uint16Array): string {
  let made = '';
  for (let at = 0; at < codes.length; at += UNITS_AT_ONCE) made += String.fromCharCode(...codes.subarray(at, at + UNITS_AT_ONCE));
  return made;
}

const typed = new Map(TYPED.flatMap(([plain, signs]) => [...signs].map((sign): [string, string] => [sign, plain])));
[...RADICALS].forEach((sign, at) => sign !== ' ' && typed.set(String.fromCharCode(FIRST_RADICAL + at), sign));

const unseen = new RegExp(`[${UNSEEN}]`);
const mark = new RegExp(`[${MARKS}]`);
const blank = /[\s\u3000]/;

/** Returns the folded form of a character with its combining marks. */
function plainOf(cluster: string): string {
  const whole = cluster.normalize('NFKD').replace(ACCENTS, '').normalize('NFC').toLowerCase().replace(ACCENTS, '');
  let made = '';
  for (const sign of whole) if (!unseen.test(sign)) made += typed.get(sign) ?? (blank.test(sign) ? ' ' : sign);
  return made;
}

function tablesOf(): Tables {
  if (tables) return tables;
  const signs = new Uint16Array(0x10000);
  const kinds = new Uint8Array(0x10000);
  for (let code = 0; code < signs.length; code++) signs[code] = code;
  const many = new Set<number>();
  for (const [from, to] of WRITTEN)
    for (let code = from; code < to; code++) {
      const sign = String.fromCharCode(code);
      if (code === 0x0a) kinds[code] = BORDER;
      else if (blank.test(sign)) kinds[code] = BLANK;
      else if (HIGH.has(code)) kinds[code] = MANY;
      else if (unseen.test(sign)) kinds[code] = DROPPED;
      else if (mark.test(sign)) kinds[code] = MARK;
      else {
        const plain = plainOf(sign);
        if (plain.length !== 1) kinds[code] = MANY;
        else signs[code] = plain.charCodeAt(0);
      }
      if (kinds[code] === BLANK || kinds[code] === BORDER) signs[code] = 0x20;
      if (signs[code] !== code && !RARE.test(sign)) many.add(code).add(signs[code] ?? 0);
    }
  tables = { signs, kinds, many };
  return tables;
}

const EAST = '\\u2e80-\\u9fff\\uf900-\\ufaff\\ud840-\\ud87f';
const GAP = ' \\t\\u00a0\\u2000-\\u200a\\u3000';
/** Rare characters: a text with one of them must be folded before it is searched. */
const RARE = new RegExp(
  `[${UNSEEN}${MARKS}${LINE_BREAK}\\u2460-\\u24ff\\u2e80-\\u2fdf\\u3036-\\u303a\\u3131-\\u319f\\u3200-\\u33ff\\uf900-\\ufaff\\ufb00-\\ufb06\\uff61-\\uffdc\\ud835\\ud83c\\ud87e\\udb40]|[${GAP}](?=[${EAST}])|[${EAST}][${GAP}]`,
);

/** Returns whether a text contains rare characters. Without them, characters accepted by `isPrintedAlike` appear unchanged. */
export const hasRareSigns = (text: string): boolean => RARE.test(text);

/** Returns whether each character of a folded query has only one spelling, apart from rare characters. */
export function isPrintedAlike(wanted: string): boolean {
  const { many } = tablesOf();
  for (let at = 0; at < wanted.length; at++) if (many.has(wanted.charCodeAt(at))) return false;
  return true;
}

/** Chinese and Japanese characters and punctuation, including surrogates of rare ones. */
const isEastern = (code: number): boolean =>
  (code >= 0x2e80 && code <= 0x9fff) || (code >= 0xf900 && code <= 0xfaff) || (code >= 0xd840 && code <= 0xdfff);

/** Returns the folded text. `simple` maps every code unit of a traditional character to the simplified one. */
export function folded(text: string, simple: Uint16Array | null = null): Folded {
  const { signs, kinds } = tablesOf();
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < codes.length; at++) {
    const code = text.charCodeAt(at);
    const kind = kinds[code];
    if (kind === BLANK ? isMoved(text, at, signs) : kind !== PLAIN && kind !== BORDER) return unevenly(text, simple);
    const sign = signs[code] ?? code;
    codes[at] = simple?.[sign] ?? sign;
  }
  return { text: stringOf(codes), at: null };
}

/** A blank next to another blank or to a Chinese or Japanese character, which changes positions. */
function isMoved(text: string, at: number, signs: Uint16Array): boolean {
  const before = signs[text.charCodeAt(at - 1)] ?? 0;
  const after = signs[text.charCodeAt(at + 1)] ?? 0;
  return before === 0x20 || after === 0x20 || isEastern(before) || isEastern(after);
}

function unevenly(text: string, simple: Uint16Array | null): Folded {
  const { signs, kinds } = tablesOf();
  const codes: number[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  const known = new Map<string, string>();
  /** Start of blanks that are not yet written; -1 if none. */
  let gap = -1;
  let isBorder = false;
  const put = (sign: number, from: number, to: number): void => {
    const code = simple?.[sign] ?? sign;
    const last = codes.at(-1);
    if (gap >= 0 && last !== 0x20 && (isBorder || !(isEastern(code) || (last !== undefined && isEastern(last))))) {
      codes.push(0x20);
      starts.push(gap);
      ends.push(from);
    }
    gap = -1;
    isBorder = false;
    codes.push(code);
    starts.push(from);
    ends.push(to);
  };
  for (let at = 0; at < text.length; ) {
    const from = at;
    const code = text.charCodeAt(at);
    const kind = kinds[code];
    at += code >= 0xd800 && code <= 0xdbff && at + 1 < text.length ? 2 : 1;
    if (kind === DROPPED) continue;
    if (kind === BLANK || kind === BORDER) {
      if (gap < 0) gap = from;
      isBorder ||= kind === BORDER;
      continue;
    }
    while (at < text.length && kinds[text.charCodeAt(at)] === MARK) at += 1;
    if (kind === PLAIN && at === from + 1) {
      put(signs[code] ?? code, from, at);
      continue;
    }
    const cluster = text.slice(from, at);
    let plain = known.get(cluster);
    if (plain === undefined) known.set(cluster, (plain = isSelector(cluster) ? '' : plainOf(cluster)));
    for (let unit = 0; unit < plain.length; unit++) put(plain.charCodeAt(unit), from, at);
  }
  if (gap >= 0 && codes.length > 0 && (isBorder || !isEastern(codes.at(-1) ?? 0))) {
    codes.push(0x20);
    starts.push(gap);
    ends.push(text.length);
  }
  return { text: stringOf(Uint16Array.from(codes)), at: { starts: Uint32Array.from(starts), ends: Uint32Array.from(ends) } };
}

/** U+E0000 to U+E01EF: tags and variation selectors. */
const isSelector = (cluster: string): boolean => {
  const point = cluster.codePointAt(0) ?? 0;
  return point >= 0xe0000 && point <= 0xe01ef;
};

/** Returns only the folded text, without positions. */
export const foldedText = (text: string, simple: Uint16Array | null = null): string => folded(text, simple).text;

/** Returns the range of the original text for a range of the folded text. */
export function originalOf({ at }: Folded, from: number, to: number): readonly [from: number, to: number] {
  return at ? [at.starts[from] ?? 0, at.ends[to - 1] ?? 0] : [from, to];
}

/** Returns the range of the first match of a query in a text; null without a match. */
export function placeIn(text: string, query: string): readonly [from: number, to: number] | null {
  const wanted = foldedText(query);
  const made = folded(text);
  const at = wanted === '' ? -1 : made.text.indexOf(wanted);
  return at < 0 ? null : originalOf(made, at, at + wanted.length);
}
