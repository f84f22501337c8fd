import pairs from 'opencc-js/dict/TSCharacters';
import { simplifiedCharacters } from '../../contract/reading/simplified-characters.ts';
import { LETTER_SIGNS, LOOK_ALIKES } from './look-alikes.ts';

/** What is between two signs: nothing that is seen, other signs, or a sentence mark. */
export type Gap = '' | 'sign' | 'mark';

/** A letter or digit of a text in its plain form. */
export interface Sign {
  /** One code unit or one code point. */
  readonly text: string;
  /** Code units of the original text. */
  readonly start: number;
  readonly end: number;
  /** What is between this sign and the one before. */
  readonly gap: Gap;
  /** Letters and digits that this reading leaves out before the sign. */
  readonly left: number;
}

const SIMPLIFIED = simplifiedCharacters(pairs);
/** Signs that end or divide a sentence: a word must not be found across them by chance. */
const SENTENCE_MARK = /[，。；：！？、,;:!?…\n\r「」『』“”《》（）()]/u;
const KEPT = /^[\p{L}\p{N}]$/u;
/** Not drawn, also the fillers of Hangul, which are letters to Unicode. */
const INVISIBLE = /^[\p{Default_Ignorable_Code_Point}\p{M}\p{Cc}\u2800]$/u;
const BREAK = /[\n\r\t]/;
const LATIN = /^[a-z]$/;
const DIGIT = /^\p{N}$/u;

/** A character reference of HTML; `&amp;` before it means that it was escaped again. Bounded, so that a text of `&` is read in linear time. */
const REFERENCE = /&(?:amp;){0,3}(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));?/iy;
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** References that are a blank, an invisible sign or a mark in the middle of a word. */
const BLANKS = new Set(['nbsp', 'ensp', 'emsp', 'thinsp', 'zwnj', 'zwj', 'shy', 'lrm', 'rlm', 'middot', 'bull', 'hellip']);
const TAG_NAME = 'wbr|br|p|b|i|u|s|em|strong|span|div|font|a|hr|img|sub|sup|small|big|del|ins|code|mark|li|ul|ol|tr|td|h[1-6]';
/** A tag of HTML. What stands in an attribute is not read, so it is ASCII only, and short for the same reason as above. */
const TAG = new RegExp(`(?:<|＜|&lt;)\\s?/?(?:${TAG_NAME})(?:\\s[\\x20-\\x3b\\x3d\\x3f-\\x7e]{0,80})?/?(?:>|＞|&gt;)`, 'iy');

/** Reads one character without its width, case, accents, script and look-alikes: none, one or several signs. */
function fold(character: string, latin: boolean): string[] {
  const sign = latin ? LETTER_SIGNS.get(character) : undefined;
  if (sign) return [sign];
  const made: string[] = [];
  const unmarked = character.normalize('NFKC').normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
  for (const part of unmarked) {
    const lower = LOOK_ALIKES.get(part) ?? part.toLowerCase();
    for (const one of lower) {
      const code = one.charCodeAt(0);
      const alike = LOOK_ALIKES.get(one) ?? one;
      const simple = alike.length === 1 ? String.fromCharCode(SIMPLIFIED[alike.charCodeAt(0)] ?? code) : alike;
      made.push((latin ? LETTER_SIGNS.get(simple) : undefined) ?? simple);
    }
  }
  return made.filter((one) => KEPT.test(one) && !INVISIBLE.test(one));
}

const folded = { latin: new Map<string, readonly string[]>(), other: new Map<string, readonly string[]>() };
const MOST_KEPT = 30_000;

/** `fold` with its answers kept: a text repeats its characters. */
function plain(character: string, latin: boolean): readonly string[] {
  const kept = latin ? folded.latin : folded.other;
  const before = kept.get(character);
  if (before) return before;
  const made = fold(character, latin);
  if (kept.size < MOST_KEPT) kept.set(character, made);
  return made;
}

const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** Returns the character that a reference stands for, '' for a blank, null for a text that only looks like one. */
function referred([whole, decimal, hex, name]: RegExpExecArray): string | null {
  if (name !== undefined) {
    const lower = name.toLowerCase();
    return whole.endsWith(';') ? (NAMED[lower] ?? (BLANKS.has(lower) ? '' : null)) : null;
  }
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** Returns the letters and digits of a text in their plain form, with their place and what was left out before them. Linear in the text. */
export function signsOf(text: string, latin: boolean): Sign[] {
  const signs: Sign[] = [];
  let gap: Gap = '';
  for (let start = 0; start < text.length; ) {
    let character = String.fromCodePoint(text.codePointAt(start) ?? 0);
    let end = start + character.length;
    if (character === '<' || character === '＜' || character === '&') {
      const tag = matchAt(TAG, text, start);
      const reference = tag || character !== '&' ? null : matchAt(REFERENCE, text, start);
      const meant = reference && referred(reference);
      if (tag || (reference && meant !== null)) {
        end = start + (tag ?? reference ?? [''])[0].length;
        character = (!tag && meant) || ' ';
      }
    }
    const kept = plain(character, latin);
    if (kept.length === 0 && (BREAK.test(character) || !INVISIBLE.test(character))) gap = SENTENCE_MARK.test(character) ? 'mark' : gap || 'sign';
    for (const sign of kept) {
      signs.push({ text: sign, start, end, gap, left: 0 });
      gap = '';
    }
    start = end;
  }
  return signs;
}

/** Leaves out signs that repeat the sign before them. */
export const withoutRepeats = (signs: readonly Sign[]): Sign[] =>
  signs.filter((sign, at) => at === 0 || sign.text !== signs[at - 1]?.text || (sign.gap !== '' && signs[at - 1]?.gap !== sign.gap));

function without(signs: readonly Sign[], drop: (sign: Sign, at: number) => boolean): Sign[] {
  const kept: Sign[] = [];
  let gap: Gap = '';
  let left = 0;
  for (const [at, sign] of signs.entries()) {
    if (sign.gap === 'mark' || gap === '') gap = sign.gap;
    if (drop(sign, at)) left += 1;
    else {
      kept.push({ ...sign, gap: gap || (left > 0 ? 'sign' : ''), left });
      gap = '';
      left = 0;
    }
  }
  return kept;
}

/** Leaves out digits and Latin letters that are between other signs: 「买1卖x书」. Letters of a word stay. */
export const withoutDigits = (signs: readonly Sign[]): Sign[] =>
  without(signs, ({ text, gap }, at) => {
    if (DIGIT.test(text)) return true;
    const before = signs[at - 1];
    const after = signs[at + 1];
    const joined = (before && gap === '' && LATIN.test(before.text)) || (after?.gap === '' && LATIN.test(after.text));
    return LATIN.test(text) && !joined;
  });

/** Leaves out 的, the most frequent character of Chinese, which writers put between the characters of a word. */
export const withoutDe = (signs: readonly Sign[]): Sign[] => without(signs, ({ text }) => text === '的');

/** Keeps the Latin letters only. */
export const onlyLatin = (signs: readonly Sign[]): Sign[] => without(signs, ({ text }) => !LATIN.test(text));
