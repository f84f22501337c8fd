const CJK = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〇`;
const RUNS = new RegExp(`([${CJK}]+)|[[\\p{L}\\p{N}\\p{M}]--[${CJK}]]+`, 'gv');
const WORD_LENGTH = 40;

/**
 * The words of a text, the same for what is kept and for what is asked: overlapping pairs of Chinese, Japanese
 * or Korean characters (one alone stands for itself), and whole lower-cased words of other scripts. Each once.
 */
export function wordsOf(text: string): string[] {
  const found = new Set<string>();
  for (const [run, cjk] of text.normalize('NFKC').toLowerCase().matchAll(RUNS)) {
    if (!cjk) {
      found.add(plain(run.slice(0, WORD_LENGTH)));
      continue;
    }
    const characters = [...cjk];
    if (characters.length === 1) found.add(plain(cjk));
    for (let at = 0; at + 1 < characters.length; at++) found.add(plain(`${characters[at]}${characters[at + 1]}`));
  }
  return [...found];
}

/** Words an index can answer for: a single character stands inside pairs there, so it is left to the recheck. */
export function askableWords(text: string): string[] {
  return wordsOf(text).filter((word) => word.length > 1 && !/^x[0-9a-f]+x$/.test(word));
}

/** Lower-cased, half-width and with a keyboard's quotes, of the same length as `text`, so that a place found in it is a place in `text`. */
export function fold(text: string): string {
  const half = text
    .replace(/[！-～　]/g, (wide) => (wide === '　' ? ' ' : String.fromCharCode(wide.charCodeAt(0) - 0xfee0)))
    .replace(/[‘’]/g, "'")
    .replace(/[“”]/g, '"');
  const low = half.toLowerCase();
  return low.length === text.length ? low : half.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Brackets, quotes and stops: what stands around a title that is copied, and is not what is looked for. */
const STOPS = /[\p{Ps}\p{Pe}\p{Pi}\p{Pf}"。、·…—,;:!?]+/gu;
/** Signs that belong to a word only inside it. */
const EDGES = /^['.-]+|['.-]+$/g;

/** What is looked for in a folded question, each once; the question itself where it is nothing but stops. */
export function termsOf(asked: string): string[] {
  const terms = asked
    .replace(STOPS, ' ')
    .split(/\s+/)
    .map((term) => term.replace(EDGES, ''))
    .filter(Boolean);
  return terms.length > 0 ? [...new Set(terms)] : [asked];
}

// An index's own idea of letters is older than Unicode's: what it may not know is written in letters it does.
const STRANGE = /[^a-z0-9\u3041-\u3096\u30a1-\u30fe\u3400-\u4db5\u4e00-\u9fcb\uac00-\ud7a3]/gu;
const plain = (word: string): string => word.replace(STRANGE, (strange) => `x${(strange.codePointAt(0) ?? 0).toString(16)}x`);
