import pairs from 'opencc-js/dict/TSCharacters';
import { simplifiedCharacters } from '../../contract/reading/simplified-characters.ts';

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

const SIMPLIFIED = simplifiedCharacters(pairs);
/** Cyrillic and Greek letters that look like Latin ones. */
const LOOK_ALIKES: Readonly<Record<string, string>> = Object.fromEntries(
  [...'аеорсухіјѕһԁԛԝүЬкмнтв']
    .map((sign, at) => [sign, [...'aeopcyxijshdqwybkmhtb'][at] ?? sign])
    .concat([...'αβεηικνορτυχγ'].map((sign, at) => [sign, [...'abehikvoptuxy'][at] ?? sign])),
);
/** Digits and signs that stand for letters in Latin words. */
const LETTER_SIGNS: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
  '|': 'l',
};
/** Signs that end or divide a sentence: a word must not be found across them by chance. */
const SENTENCE_MARK = /[，。；：！？、,;:!?…\n\r「」『』“”《》（）()]/u;
const KEPT = /[\p{L}\p{N}]/u;
const LATIN = /^[a-z]+$/;

interface Sign {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** What is between this sign and the one before: nothing, other signs, or a sentence mark. */
  readonly gap: '' | 'sign' | 'mark';
}

/** Reads one character without its width, case, accents, script and look-alikes. */
function plain(character: string, latin: boolean): string {
  const known = latin ? LETTER_SIGNS[character] : undefined;
  if (known) return known;
  let made = '';
  for (const sign of character.normalize('NFKC').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')) {
    const code = sign.charCodeAt(0);
    const simple = sign.length === 1 ? String.fromCharCode(SIMPLIFIED[code] ?? code) : sign;
    made += (latin ? LETTER_SIGNS[simple] : undefined) ?? LOOK_ALIKES[simple] ?? simple;
  }
  return made;
}

/** Returns the letters and digits of a text in their plain form, with their place and what was left out before them. */
function signsOf(text: string, latin: boolean): Sign[] {
  const signs: Sign[] = [];
  let gap: Sign['gap'] = '';
  let start = 0;
  for (const character of text) {
    const end = start + character.length;
    const kept = [...plain(character, latin)].filter((sign) => KEPT.test(sign));
    if (kept.length === 0 && !/\p{M}/u.test(character)) gap = SENTENCE_MARK.test(character) ? 'mark' : gap || 'sign';
    for (const sign of kept) {
      signs.push({ text: sign, start, end, gap });
      gap = '';
    }
    start = end;
  }
  return signs;
}

const withoutRepeats = (signs: readonly Sign[]): Sign[] =>
  signs.filter((sign, at) => at === 0 || sign.text !== signs[at - 1]?.text || (sign.gap !== '' && signs[at - 1]?.gap !== sign.gap));

/** Whether the signs from `from` to `to` are one word, and not the end of one sentence and the beginning of another. */
function isWord(signs: readonly Sign[], from: number, to: number, latin: boolean): boolean {
  const inside = signs.slice(from + 1, to);
  const gaps = inside.filter(({ gap }) => gap !== '');
  const joined = (sign: Sign | undefined): boolean => sign !== undefined && sign.gap === '' && /[a-z]/.test(sign.text);
  if (latin) {
    const before = signs[from - 1];
    const first = signs[from];
    if (before && first?.gap === '' && /[a-z]/.test(before.text)) return false;
    if (joined(signs[to])) return false;
    // Blanks between all letters spell a word; a blank between some of them divides two words.
    return gaps.length === 0 || gaps.length === inside.length;
  }
  if (!gaps.some(({ gap }) => gap === 'mark')) return true;
  const alone = (signs[from]?.gap !== '' || from === 0) && (to >= signs.length || signs[to]?.gap !== '');
  return gaps.length === inside.length && (inside.length > 1 || alone);
}

interface Prepared extends ListedWord {
  readonly signs: string;
  readonly latin: boolean;
  /** True for a word without repeated signs, which is also looked for in the text without repetitions. */
  readonly single: boolean;
}

function prepare(word: ListedWord): Prepared {
  const spelled = signsOf(word.word, false)
    .map(({ text }) => text)
    .join('');
  const latin = LATIN.test(spelled);
  return { ...word, signs: spelled, latin, single: !/(.)\1/u.test(spelled) };
}

/** Returns the first place of `needle` where it is a word, or -1. */
function placeOf(signs: readonly Sign[], joined: string, needle: string, latin: boolean): number {
  for (let at = joined.indexOf(needle); at >= 0; at = joined.indexOf(needle, at + 1)) if (isWord(signs, at, at + needle.length, latin)) return at;
  return -1;
}

/** Pads characters outside the BMP, so that a place in the joined text is a place in the list. */
const oneUnit = (signs: readonly Sign[]): string => signs.map(({ text }) => (text.length === 1 ? text : '\ufffd')).join('');

/**
 * Returns a function that finds listed words in a text. `variants` ignores width, case, accents, traditional forms, look-alike
 * letters, repeated characters, and signs between the characters; `exact` finds the word as it is written.
 */
export function wordFilter(words: readonly ListedWord[]): (text: string) => WordFound[] {
  const exact = words.filter(({ match }) => match === 'exact');
  const variants = words
    .filter(({ match }) => match === 'variants')
    .map(prepare)
    .filter(({ signs }) => signs !== '');
  return (text) => {
    const found: WordFound[] = [];
    for (const { word, list } of exact) {
      const start = text.indexOf(word);
      if (start >= 0) found.push({ word, list, start, end: start + word.length });
    }
    const read = (latin: boolean) => {
      const all = signsOf(text, latin);
      const single = withoutRepeats(all);
      return [all, single].map((signs) => ({ signs, joined: oneUnit(signs) }));
    };
    const forms = { han: read(false), latin: variants.some(({ latin }) => latin) ? read(true) : [] };
    for (const { word, list, signs: needle, latin, single } of variants) {
      const readings = latin ? forms.latin : forms.han;
      for (const { signs, joined } of single ? readings : readings.slice(0, 1)) {
        const at = placeOf(signs, joined, needle, latin);
        if (at < 0) continue;
        found.push({ word, list, start: signs[at]?.start ?? 0, end: signs[at + needle.length - 1]?.end ?? text.length });
        break;
      }
    }
    return found.toSorted((one, other) => one.start - other.start);
  };
}
