import { createRequire } from 'node:module';
import { INLINE, isEmptyTag, tagName, tokensOf } from './tokens.ts';

interface Hyphenator {
  hyphenateSync(text: string): string;
}

const load = createRequire(import.meta.url);
/** Languages in Latin or Cyrillic script with hyphenation patterns, and the name of the patterns. */
const PATTERNS: Readonly<Record<string, string>> = {
  en: 'en-us',
  'en-gb': 'en-gb',
  'en-au': 'en-gb',
  'en-ie': 'en-gb',
  'en-nz': 'en-gb',
  de: 'de',
  'de-ch': 'de-ch-1901',
  nb: 'nb',
  no: 'nb',
  nn: 'nn',
  ...Object.fromEntries('ca cs cy da es et eu fi fr ga gl hr hu is it la lt lv nl pl pt ro ru sk sl sv tr uk'.split(' ').map((tag) => [tag, tag])),
};
const loaded = new Map<string, Hyphenator | null>();
const SOFT = '\u00ad';

/** Shorter words are not hyphenated. */
const LEAST = 6;
/** Elements without running text, with text that users copy exactly, and titles: a hyphenated heading looks like a mistake. */
const SKIPPED: ReadonlySet<string> = new Set(
  'head style script title svg math pre code kbd samp tt var textarea button select option h1 h2 h3 h4 h5 h6 hgroup rt rp rtc iframe object'.split(
    ' ',
  ),
);
const LETTER = /[\p{L}\p{M}\u00ad'’]/u;
/** Pieces of a text between blanks; an address, a file name or a number with letters is not hyphenated. */
const PIECE = /\S+/g;
const UNPARTED = /[/\\@_=\d]|\w\.\w|\u00ad|-/;
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;

/** Returns the hyphenation patterns of a language tag; null when there are none. */
function hyphenatorOf(tag: string): Hyphenator | null {
  const said = tag.toLowerCase().replaceAll('_', '-');
  const name = PATTERNS[said] ?? PATTERNS[said.split('-')[0] ?? ''];
  // Another script of the language needs other patterns.
  if (name === undefined || /-(?:arab|cyrl|hebr|latn)\b/.test(said)) return null;
  const known = loaded.get(name);
  if (known !== undefined) return known;
  let made: Hyphenator | null = null;
  try {
    made = load(`hyphen/${name}`) as Hyphenator;
  } catch {
    // A package without these patterns: browsers hyphenate by their own.
  }
  loaded.set(name, made);
  return made;
}

/**
 * Inserts soft hyphens into the words of a document, by the language of each element, for browsers without a
 * dictionary for it. It skips code, headings and addresses, and words that already have hyphens.
 */
export function withSoftHyphens(markup: string): string {
  if (!/<[^>]*\slang="[a-z]/i.test(markup)) return markup;
  const tokens = tokensOf(markup);
  const open: { readonly name: string; readonly by: Hyphenator | null; readonly isSkipped: boolean }[] = [];
  let changed = false;
  /** True when the previous text in the same block ends within a word. */
  let within = false;
  for (const [at, token] of tokens.entries()) {
    const name = tagName(token);
    if (name === '') {
      const state = open.at(-1);
      if (state?.by && !state.isSkipped && token.trim() !== '' && !token.startsWith('<')) {
        const made = hyphenated(token, state.by, { begins: within, ends: isWithinWord(tokens, at) });
        if (made !== token) {
          tokens[at] = made;
          changed = true;
        }
      }
      within = LETTER.test(token.at(-1) ?? '');
      continue;
    }
    if (!INLINE.has(name.replace('/', ''))) within = false;
    if (name.startsWith('/')) {
      if (open.at(-1)?.name === name.slice(1)) open.pop();
    } else if (!isEmptyTag(token)) {
      const around = open.at(-1);
      const tag = /\slang="([^"]*)"/.exec(token)?.[1];
      open.push({
        name,
        by: tag === undefined ? (around?.by ?? null) : hyphenatorOf(tag),
        isSkipped: (around?.isSkipped ?? false) || SKIPPED.has(name) || /\s(?:translate="no"|class="[^"]*\bnohyphen)/.test(token),
      });
    }
  }
  return changed ? tokens.join('') : markup;
}

/** Returns whether the last word of a text continues after inline tags. */
function isWithinWord(tokens: readonly string[], at: number): boolean {
  if (!LETTER.test(tokens[at]?.at(-1) ?? '')) return false;
  for (const token of tokens.slice(at + 1, at + 12)) {
    const name = tagName(token);
    if (name === '') return LETTER.test(token[0] ?? '');
    if (!INLINE.has(name.replace('/', ''))) return false;
  }
  return false;
}

function hyphenated(text: string, by: Hyphenator, cut: { readonly begins: boolean; readonly ends: boolean }): string {
  return text.replace(PIECE, (piece, offset: number) => {
    if (piece.length < LEAST || UNPARTED.test(piece)) return piece;
    return piece.replace(WORD, (word, place: number) => {
      const [from, to] = [offset + place, offset + place + word.length];
      // The patterns would see only part of a word that spans two elements.
      if (word.length < LEAST || (cut.begins && from === 0) || (cut.ends && to === text.length)) return word;
      // `&amp;` is not a word.
      if (text[from - 1] === '&' && text[to] === ';') return word;
      const made = by.hyphenateSync(word);
      return made.replaceAll(SOFT, '') === word ? made : word;
    });
  });
}
