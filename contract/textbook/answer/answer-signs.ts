import { FIRST_RADICAL, RADICALS, UNSEEN } from '../../reading/sign-tables.ts';

/**
 * Tables for comparing answers (F23). Other than the folding of the search they keep accents, superscripts, fractions and circled numbers: x² is
 * not x2.
 */

export const PLAIN = 0;
/** Not drawn: left out. */
export const DROPPED = 1;
/** Another width or form of letters, digits or blanks. */
export const LETTER = 2;
/** Another width of a punctuation mark. */
export const MARK = 3;

/** Ranges of letters and digits with a plain form, by NFKC. */
const LETTERS: readonly (readonly [number, number])[] = [
  [0x00b5, 0x00b5],
  [0x2103, 0x2103],
  [0x2109, 0x2109],
  [0x2160, 0x217f],
  [0x2e80, 0x2fdf],
  [0x3300, 0x33ff],
  [0xf900, 0xfaff],
  [0xfb00, 0xfb17],
  [0xff10, 0xff19],
  [0xff21, 0xff3a],
  [0xff41, 0xff5a],
  [0xff66, 0xffdc],
];
const MARKS: readonly (readonly [number, number])[] = [
  [0xfe10, 0xfe19],
  [0xfe30, 0xfe6f],
  [0xff01, 0xff0f],
  [0xff1a, 0xff20],
  [0xff3b, 0xff40],
  [0xff5b, 0xff65],
  [0xffe0, 0xffe6],
];

/** A plain mark, and the marks that count as equal to it. */
const EQUAL_MARKS: readonly (readonly [string, string])[] = [
  [',', '，、'],
  ['.', '。'],
  ['"', '“”„‟「」『』«»〝〞'],
  ["'", '‘’‚‛'],
  ['[', '【〔〖'],
  [']', '】〕〗'],
  ['<', '《〈‹'],
  ['>', '》〉›'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2500\u2e3a\u2e3b'],
  ['~', '～〜∼'],
  ['·', '・‧•∙⋅'],
  ['...', '…⋯'],
  ['..', '‥'],
];

interface SignTables {
  /** What happens to a code unit: PLAIN, DROPPED, LETTER or MARK. */
  readonly kinds: Uint8Array;
  /** The plain form of LETTER and MARK. */
  readonly plain: ReadonlyMap<number, string>;
  /** 1 for a mark that has an equal one on a keyboard. */
  readonly marks: Uint8Array;
  readonly equal: ReadonlyMap<number, string>;
  /** 1 for punctuation, 2 for apostrophes. */
  readonly punctuation: Uint8Array;
}
let tables: SignTables | null = null;

/** ㎡ is m², not m2. */
function squared(form: string): string {
  const last = form.at(-1);
  const raised = last === '2' ? '²' : last === '3' ? '³' : '';
  return raised !== '' && /^[a-zμ]+$/.test(form.slice(0, -1).replace('∕', '')) ? form.slice(0, -1) + raised : form;
}

function plainForm(code: number): string {
  const sign = String.fromCharCode(code);
  const radical = code >= FIRST_RADICAL ? [...RADICALS][code - FIRST_RADICAL] : undefined;
  if (radical !== undefined && radical !== ' ') return radical;
  const form = sign.normalize('NFKC');
  return code >= 0x3380 && code <= 0x33df ? squared(form).replaceAll('∕', '/') : form;
}

/** Builds the tables at the first answer: a few milliseconds. */
export function signTables(): SignTables {
  if (tables) return tables;
  const kinds = new Uint8Array(0x10000);
  const plain = new Map<number, string>();
  const put = (ranges: typeof LETTERS, kind: number): void => {
    for (const [from, to] of ranges)
      for (let code = from; code <= to; code++) {
        const form = plainForm(code);
        if (form === String.fromCharCode(code) || form.startsWith(' ')) continue;
        kinds[code] = kind;
        plain.set(code, form);
      }
  };
  put(LETTERS, LETTER);
  put(MARKS, MARK);
  const unseen = new RegExp(`[${UNSEEN}]`);
  const blank = /\s/;
  for (let code = 0; code < 0xfffe; code++) {
    const sign = String.fromCharCode(code);
    if (blank.test(sign) && code !== 0x20 && code !== 0xfeff) {
      kinds[code] = LETTER;
      plain.set(code, ' ');
    } else if (unseen.test(sign)) kinds[code] = DROPPED;
  }
  const marks = new Uint8Array(0x10000);
  const equal = new Map<number, string>();
  for (const [typed, signs] of EQUAL_MARKS)
    for (const sign of signs) {
      marks[sign.charCodeAt(0)] = 1;
      equal.set(sign.charCodeAt(0), typed);
    }
  const punctuation = new Uint8Array(0x10000);
  const isMark = /[\p{P}!-/:-@[-`{-~]/u;
  for (let code = 0x20; code < 0xd800; code++) punctuation[code] = isMark.test(String.fromCharCode(code)) || marks[code] === 1 ? 1 : 0;
  for (let code = 0xfe10; code < 0xffe7; code++) if (kinds[code] === MARK) punctuation[code] = 1;
  for (const sign of "'‘’‚‛＇") punctuation[sign.charCodeAt(0)] = 2;
  tables = { kinds, plain, marks, equal, punctuation };
  return tables;
}

/** Chinese and Japanese signs, between which a blank has no meaning. */
export const isEastern = (code: number): boolean =>
  (code >= 0x3005 && code <= 0x3007) ||
  (code >= 0x3041 && code <= 0x30ff && code !== 0x30fb) ||
  (code >= 0x31f0 && code <= 0x31ff) ||
  (code >= 0x3400 && code <= 0x9fff) ||
  (code >= 0xf900 && code <= 0xfaff);

/** High surrogates of ideographs outside the BMP. */
export const isEasternHigh = (code: number): boolean => code >= 0xd840 && code <= 0xd88f;
