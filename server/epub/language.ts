import { simplified } from '../search/tokenizer.ts';

/** Number of letters examined. */
const SAMPLE = 60_000;
/** Letters required to detect an undeclared language, and to override a declared one. */
const LEAST = 20;
const LEAST_AGAINST = 40;
/** Minimum shares: of Han letters for Chinese, of kana among Han and kana for Japanese, of Hangul for Korean. */
const HAN = 0.6;
const KANA = 0.1;
const HANGUL = 0.3;
/** Minimum share of traditional characters among the Han letters. */
const TRADITIONAL = 0.05;
/** Minimum share of words that are among the most common ones of a language. */
const COMMON = 0.08;

/** Tags without information: undetermined, multiple, none. */
const UNSAID = /^(und|mul|mis|zxx|root|x)?$/i;
const EASTERN = /^(zh|ja|ko|yue|wuu|nan|hak|gan|hsn|cdo|cmn|lzh)$/i;

const COMMON_WORDS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set('the of and to in was that he it is his with as for had you not be her on at'.split(' ')),
  de: new Set('der die und das ist nicht ich sie den mit sich des ein eine dem auf zu er es auch'.split(' ')),
  fr: new Set('le la les et des un une il elle que qui dans est pas ne ce en du au pour'.split(' ')),
  es: new Set('el la los las que de y en un una se no por con su para es lo del al'.split(' ')),
  it: new Set('il la che di e un una non per con si del della le gli sono era nel al lo'.split(' ')),
  pt: new Set('o que de e um uma não os as com se do da para por no na ao em era'.split(' ')),
  nl: new Set('de het een en van ik te dat niet die zijn met op voor hij was er aan hem maar'.split(' ')),
  ru: new Set('и в не на я что он с как это но его она по к из у же за бы'.split(' ')),
};

/** Returns the language of a text as far as its letters and most common words show it; null otherwise. */
function writtenIn(text: string, least: number): string | null {
  const sample = text.slice(0, SAMPLE);
  const count = (pattern: RegExp): number => sample.match(pattern)?.length ?? 0;
  const letters = count(/\p{L}/gu);
  if (letters < least) return null;
  const kana = count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu);
  const han = count(/\p{Script=Han}/gu);
  if (count(/\p{Script=Hangul}/gu) >= HANGUL * letters) return 'ko';
  if (han + kana >= HAN * letters) return kana >= KANA * (han + kana) ? 'ja' : isTraditional(sample, han) ? 'zh-Hant' : 'zh';
  if (han + kana > (1 - HAN) * letters) return null;
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? [];
  const shares = Object.entries(COMMON_WORDS).map(([tag, common]) => ({
    tag,
    share: words.filter((word) => common.has(word)).length / words.length,
  }));
  const best = shares.reduce((most, one) => (one.share > most.share ? one : most));
  return best.share >= COMMON ? best.tag : null;
}

function isTraditional(text: string, han: number): boolean {
  const simple = simplified(text);
  let old = 0;
  for (let at = 0; at < text.length; at++) if (text[at] !== simple[at]) old += 1;
  return old > TRADITIONAL * han;
}

/**
 * Returns the language of a text whose package declares `declared`. It is detected from the text when nothing is declared, or when
 * the declaration contradicts the text: some converters declare `en` for a Chinese book.
 */
export function trueLanguage(declared: string, text: string): string {
  const primary = declared.split(/[-_]/)[0] ?? '';
  if (EASTERN.test(primary)) return declared;
  if (UNSAID.test(primary)) return writtenIn(text, LEAST) ?? declared;
  const written = writtenIn(text, LEAST_AGAINST);
  return written !== null && EASTERN.test(written.split('-')[0] ?? '') ? written : declared;
}

const primaryOf = (tag: string): string => tag.split(/[-_]/)[0] ?? '';

/** Returns the language of a document that declares none: that of its text, in the form of the book's where both agree; else empty. */
function undeclared(text: string, ofBook: string): string {
  const written = writtenIn(text, LEAST_AGAINST);
  if (written === null) return '';
  const [one, book] = [primaryOf(written), primaryOf(ofBook)];
  // A few kanji do not tell Japanese from Chinese.
  return one === book || (EASTERN.test(one) && EASTERN.test(book)) ? ofBook : written;
}

const ROOT = /<html\b[^>]*>/;
const LANGUAGES = /\s(?:xml:)?lang="([^"]*)"/g;

/**
 * Sets the true language on the root of a document. A document without a language gets that of the book when its text is in that language,
 * because
 * browsers choose hyphenation and fonts by it.
 */
export function withLanguage(markup: string, text: string, ofBook: string): string {
  const root = ROOT.exec(markup)?.[0];
  if (!root) return markup;
  const said = [...root.matchAll(LANGUAGES)].map(([, tag = '']) => tag);
  const declared = said[0] ?? null;
  const language = declared === null ? undeclared(text, ofBook) : trueLanguage(declared, text);
  if (language === '' || said.every((tag) => tag === language) === (declared !== null)) return markup;
  // The reader client gives a document of a Chinese book the language of the book.
  if (declared === null && language === ofBook && EASTERN.test(primaryOf(language))) return markup;
  const bare = root.replace(LANGUAGES, '');
  return markup.replace(root, () => `${bare.slice(0, -1)} lang="${language}" xml:lang="${language}">`);
}
