import { onlyLatin, signsOf, withoutDe, withoutDigits, withoutRepeats, type Sign } from './word-signs.ts';

export interface ListedWord {
  readonly word: string;
  readonly list: 'A' | 'B';
  readonly match: 'exact' | 'variants';
}

export interface WordFound {
  readonly word: string;
  readonly list: 'A' | 'B';
  /** Code units of the original text. */
  readonly start: number;
  readonly end: number;
}

type Test = (signs: readonly Sign[], from: number, to: number) => boolean;

/** Most signs left out between two signs of a word: more are a number of their own. */
const MOST_LEFT = 3;
const REVERSED_HAN = 3;
const REVERSED_LATIN = 5;
const SPREAD_LATIN = 4;

const isLetter = (sign: Sign | undefined): boolean => sign !== undefined && /^[a-z]$/.test(sign.text);

/** Nothing is written directly before and after the signs. */
const isAlone: Test = (signs, from, to) => (from === 0 || signs[from]?.gap !== '') && (to >= signs.length || signs[to]?.gap !== '');

/** The signs are one word, and not the end of one sentence and the beginning of another. */
const isHan: Test = (signs, from, to) => {
  let gaps = 0;
  let marks = 0;
  for (let at = from + 1; at < to; at += 1) {
    const { gap, left } = signs[at] as Sign;
    if (left > MOST_LEFT) return false;
    if (gap !== '') gaps += 1;
    if (gap === 'mark') marks += 1;
  }
  if (marks === 0) return true;
  const inside = to - from - 1;
  return gaps === inside && (inside > 1 || isAlone(signs, from, to));
};

/** 的 is between all signs. 「枪的手」 may be innocent, so two signs must also be alone. */
const isHanWithDe: Test = (signs, from, to) => {
  for (let at = from + 1; at < to; at += 1) if ((signs[at] as Sign).left !== 1) return false;
  return isHan(signs, from, to) && (to - from > 2 || isAlone(signs, from, to));
};

/** The letters are a word of their own. Blanks between all letters spell a word; a blank between some of them divides two words. */
const isLatin: Test = (signs, from, to) => {
  let gaps = 0;
  for (let at = from + 1; at < to; at += 1) if (signs[at]?.gap !== '') gaps += 1;
  if (from > 0 && signs[from]?.gap === '' && isLetter(signs[from - 1])) return false;
  if (signs[to]?.gap === '' && isLetter(signs[to])) return false;
  return gaps === 0 || gaps === to - from - 1;
};

/** One digit or character is between all letters. */
const isSpread: Test = (signs, from, to) => {
  for (let at = from + 1; at < to; at += 1) if ((signs[at] as Sign).left !== 1) return false;
  return isLatin(signs, from, to);
};

/** A form of a listed word, as it is looked for in one reading of a text. */
interface Needle {
  readonly listed: ListedWord;
  readonly signs: string;
}

/** Texts in a form in which every sign is one code unit, so that a place in the text is a place in the list. */
class Alphabet {
  private readonly outside = new Map<string, string>();
  /** Gives signs outside the BMP that listed words contain a private code unit; `\ufffd` is any other. */
  join(signs: readonly Sign[], learn = false): string {
    let joined = '';
    for (const { text } of signs) {
      if (learn && text.length > 1 && !this.outside.has(text)) this.outside.set(text, String.fromCharCode(0xe000 + this.outside.size));
      joined += text.length === 1 ? text : (this.outside.get(text) ?? '\ufffd');
    }
    return joined;
  }
}

/** Needles by their first two signs: a text is read once, however long the list is. */
function indexOf(needles: readonly Needle[]): Map<string, Needle[]> {
  const index = new Map<string, Needle[]>();
  for (const needle of needles) {
    const key = needle.signs.slice(0, 2);
    const same = index.get(key);
    if (same) same.push(needle);
    else index.set(key, [needle]);
  }
  return index;
}

const reversed = (text: string): string => [...text].toReversed().join('');

interface Reading {
  readonly latin: boolean;
  readonly read: (signs: readonly Sign[]) => readonly Sign[];
  readonly accept: Test;
  readonly index: Map<string, Needle[]>;
}

/** The readings of a text, each with the words that are looked for in it. */
function readingsOf(words: readonly ListedWord[], alphabet: Alphabet): Reading[] {
  const needles = words.map((listed) => ({ listed, signs: alphabet.join(signsOf(listed.word, false), true) })).filter(({ signs }) => signs !== '');
  const latin = needles.filter(({ signs }) => /^[a-z]+$/.test(signs));
  const other = needles.filter(({ signs }) => !/^[a-z]+$/.test(signs));
  const han = other.filter(({ signs }) => signs.length > 1 && !/[a-z\p{N}]/u.test(signs));
  const single = ({ signs }: Needle): boolean => !/(.)\1/u.test(signs);
  const backwards = (of: readonly Needle[], least: number): Needle[] =>
    of.filter(({ signs }) => signs.length >= least).map(({ listed, signs }) => ({ listed, signs: reversed(signs) }));
  const whole = (signs: readonly Sign[]): readonly Sign[] => signs;
  return [
    { latin: false, read: whole, accept: isHan, index: indexOf([...other, ...backwards(han, REVERSED_HAN)]) },
    { latin: false, read: withoutRepeats, accept: isHan, index: indexOf(other.filter(single)) },
    { latin: false, read: withoutDigits, accept: isHan, index: indexOf(han) },
    { latin: false, read: withoutDe, accept: isHanWithDe, index: indexOf(han.filter(({ signs }) => !signs.includes('的'))) },
    { latin: true, read: whole, accept: isLatin, index: indexOf([...latin, ...backwards(latin, REVERSED_LATIN)]) },
    { latin: true, read: withoutRepeats, accept: isLatin, index: indexOf(latin.filter(single)) },
    { latin: false, read: onlyLatin, accept: isSpread, index: indexOf(latin.filter(({ signs }) => signs.length >= SPREAD_LATIN)) },
  ].filter(({ index }) => index.size > 0);
}

/**
 * Returns a function that finds listed words in a text, in the order of the text. `variants` ignores width, case, accents, traditional
 * forms, look-alike letters, invisible characters, tags and character references of HTML, repeated characters, the direction, and
 * signs, digits, single letters and 的 between the characters; `exact` finds the word as it is written. Linear in the text.
 */
export function wordFilter(words: readonly ListedWord[]): (text: string) => WordFound[] {
  const exact = words.filter(({ match }) => match === 'exact');
  const alphabet = new Alphabet();
  const readings = readingsOf(
    words.filter(({ match }) => match === 'variants'),
    alphabet,
  );
  return (text) => {
    const found = new Map<ListedWord, WordFound[]>();
    const add = (listed: ListedWord, start: number, end: number): void => {
      const places = found.get(listed) ?? [];
      places.push({ word: listed.word, list: listed.list, start, end });
      found.set(listed, places);
    };
    for (const listed of exact)
      for (let at = text.indexOf(listed.word); at >= 0; at = text.indexOf(listed.word, at + listed.word.length))
        add(listed, at, at + listed.word.length);
    const signs = new Map<boolean, readonly Sign[]>();
    for (const { latin, read, accept, index } of readings) {
      const all = signs.get(latin) ?? signsOf(text, latin);
      signs.set(latin, all);
      const reading = read(all);
      const joined = alphabet.join(reading);
      const look = (needles: readonly Needle[] | undefined, at: number): void => {
        for (const { listed, signs: needle } of needles ?? []) {
          if (!joined.startsWith(needle, at) || !accept(reading, at, at + needle.length)) continue;
          add(listed, reading[at]?.start ?? 0, reading[at + needle.length - 1]?.end ?? text.length);
        }
      };
      for (let at = 0; at < joined.length; at += 1) {
        look(index.get(joined.slice(at, at + 2)), at);
        look(index.get(joined.charAt(at)), at);
      }
    }
    return [...found.values()].flatMap(withoutOverlap).toSorted((one, other) => one.start - other.start);
  };
}

/** Several readings find the same place of a word: keeps the first and longest of the places that overlap. */
function withoutOverlap(places: readonly WordFound[]): WordFound[] {
  const kept: WordFound[] = [];
  for (const place of places.toSorted((one, other) => one.start - other.start || other.end - one.end))
    if (place.start >= (kept.at(-1)?.end ?? 0)) kept.push(place);
  return kept;
}
