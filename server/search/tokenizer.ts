import pairs from 'opencc-js/dict/TSCharacters';
import { folded as foldedWith, type Folded } from '../../contract/reading/search-folding.ts';
import { withoutSigns } from '../../contract/reading/without-signs.ts';
import { simplifiedCharacters } from '../../contract/reading/simplified-characters.ts';

const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〇`;
const RUNS = new RegExp(`([${CJK}]+)|[[\\p{L}\\p{N}\\p{M}]--[${CJK}]]+`, 'gv');
const WORD_LENGTH = 40;
const SIGNS = simplifiedCharacters(pairs);
/** Increase this number when the words of a text change: the whole index is then rebuilt in the background. */
export const INDEX_VERSION = 4;

/** Most Chinese characters; others are not looked up. */
const HAN = /[\u3400-\u9fff]+/g;

/** Returns the text in simplified characters, with the same length: 红楼梦 finds 紅樓夢, and the other way round. */
export const simplified = (text: string): string => text.replace(HAN, (run) => simplerRun(run));

function simplerRun(run: string): string {
  for (let at = 0; at < run.length; at++) if (SIGNS[run.charCodeAt(at)] !== run.charCodeAt(at)) return mapped(run, at);
  return run;
}

function mapped(run: string, from: number): string {
  let made = run.slice(0, from);
  for (let at = from; at < run.length; at++) made += String.fromCharCode(SIGNS[run.charCodeAt(at)] ?? 0);
  return made;
}

/** Radicals and compatibility ideographs, which are printed in place of other characters. */
const OTHER_FORMS: readonly (readonly [number, number])[] = [
  [0x2e80, 0x2fe0],
  [0xf900, 0xfb00],
];

/** Returns the possible printed forms of a folded character: 里, 裏, 裡 and the radical ⾥ for 里. A longer text has only itself. */
export function printedAs(piece: string): string[] {
  if (piece.length !== 1) return [piece];
  const printed: string[] = [];
  for (const [code, simple] of SIGNS.entries()) if (simple === piece.charCodeAt(0)) printed.push(String.fromCharCode(code));
  for (const [from, to] of OTHER_FORMS)
    for (let code = from; code < to; code++) if (fold(String.fromCharCode(code)) === piece) printed.push(String.fromCharCode(code));
  return printed;
}

/**
 * Returns the words of a text, for the index and for queries alike: overlapping pairs of Chinese, Japanese
 * or Korean characters (a single one for itself), and whole words of other scripts, all as `fold` writes them. Each once. The words of the
 * text without punctuation are among them, so that 雾船 finds 雾，船.
 */
export function wordsOf(text: string): string[] {
  const written = fold(text);
  const bare = withoutSigns(written).text;
  return [...new Set([...wordsIn(written), ...(bare === written ? [] : wordsIn(bare))])];
}

function wordsIn(text: string): Set<string> {
  const found = new Set<string>();
  for (const [run, cjk] of text.matchAll(RUNS)) {
    if (!cjk) {
      found.add(plain(run.slice(0, WORD_LENGTH)));
      continue;
    }
    const characters = [...cjk];
    if (characters.length === 1) found.add(plain(cjk));
    for (let at = 0; at + 1 < characters.length; at++) found.add(plain(`${characters[at]}${characters[at + 1]}`));
  }
  return found;
}

/** Returns words as the index has them for the title alone and for the authors alone: with letters in front, as no text has them. */
export const wordsOfNames = (words: readonly string[]) => ({
  title: words.map((word) => `zt${word}`),
  authors: words.map((word) => `za${word}`),
});

const PAIR = new RegExp(`^[${CJK}]{2}$`, 'v');

/** Returns words of the index that every title with `text` in it has, also in the middle of its words: pairs of Chinese characters. */
export const wordsOfTitlesWith = (text: string): string[] => wordsOfNames([...wordsIn(fold(text))].filter((word) => PAIR.test(word))).title;

/** Returns the words that the index can find: a single character is only part of pairs there, so the recheck handles it. */
export function askableTerms(text: string): string[] {
  return [...wordsIn(fold(text))].filter((word) => word.length > 1 && !/^x[0-9a-f]+x$/.test(word));
}

/** Returns a text in its comparison form, with the original position of each character. */
export const folded = (text: string): Folded => foldedWith(text, SIGNS);

/** Returns a text in its comparison form. */
export const fold = (text: string): string => folded(text).text;

/** Brackets, quotation marks and punctuation around a copied title, which are not part of the query. */
const STOPS = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"。、·…—,;:!?]+/gu;
/** Characters that belong to a word only in its interior. */
const EDGES = /^['.-]+|['.-]+$/g;

/** Returns the folded search terms of a query, each once; the whole query when it contains only punctuation. */
export function termsOf(asked: string): string[] {
  const terms = asked
    // Before it is folded: blanks between Chinese words are not there any more behind it.
    .split(/\s+/)
    .flatMap((part) => fold(part).replace(STOPS, ' ').split(' '))
    .map((term) => term.replace(EDGES, ''))
    .filter(Boolean);
  return terms.length > 0 ? [...new Set(terms)] : [fold(asked).trim()];
}

// The letter tables of the index are older than current Unicode: characters it may not know are written in letters it knows.
const STRANGE = /[^a-z0-9\u3041-\u3096\u30a1-\u30fe\u3400-\u4db5\u4e00-\u9fcb\uac00-\ud7a3]/gu;
const plain = (word: string): string => word.replace(STRANGE, (strange) => `x${(strange.codePointAt(0) ?? 0).toString(16)}x`);
