export interface DecodedText {
  readonly text: string;
  /** The `TextDecoder` name of the encoding used. */
  readonly encoding: string;
  /** Number of unreadable byte sequences; each is one U+FFFD in the text. */
  readonly errors: number;
}

const REPLACEMENT = '\ufffd';
/** Characters at the start of a file that are searched for a declaration. */
const HEAD = 1_024;
/** Minimum share of readable characters beyond ASCII to accept a guessed encoding. */
const GUESSED_LEAST = 0.8;
/** Maximum share of errors among them to accept a declared encoding. */
const DECLARED_ERRORS = 0.2;
/** A single-byte encoding never fails, so a guess at least this good overrides it. */
const SURE = 0.95;

/**
 * Decodes the text of a book file: XHTML, CSS, OPF, NCX, container.xml. The encoding comes from the byte order mark, the UTF-16 byte
 * pattern, or the declaration (`<?xml encoding>`, `@charset`, `<meta charset>`), and is UTF-8 otherwise. Broken bytes become
 * U+FFFD. Another encoding is guessed only when the declared one fails on most of the text.
 */
export function decodeBytes(bytes: Uint8Array): DecodedText {
  const wide = wideOf(bytes);
  if (wide) return decodedAs(bytes, wide);
  const declared = declaredIn(bytes);
  // The escape sequences of ISO-2022-JP are ASCII, so such files are always valid UTF-8.
  if (declared === 'iso-2022-jp' && bytes.includes(0x1b)) return decodedAs(bytes, declared);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8', errors: 0 };
  } catch {
    return notPlainUtf8(bytes, declared);
  }
}

/** Same as `decodeBytes`, for callers that do not report damage. */
export const decodeText = (bytes: Uint8Array): string => decodeBytes(bytes).text;

function notPlainUtf8(bytes: Uint8Array, declared: string | null): DecodedText {
  const guessed = best(bytes);
  if (declared && declared !== 'utf-8') {
    const made = decodedAs(bytes, declared);
    const single = /^(windows-|iso-8859|macintosh|koi8|x-mac)/.test(declared);
    if (single && guessed && guessed.share >= SURE && guessed.encoding !== 'windows-1252') return decodedAs(bytes, guessed.encoding);
    if (made.errors <= DECLARED_ERRORS * beyondAscii(made.text)) return made;
  }
  const utf8 = decodedAs(bytes, 'utf-8');
  if (beyondAscii(utf8.text) - utf8.errors >= utf8.errors || !guessed || guessed.share < GUESSED_LEAST) return utf8;
  return decodedAs(bytes, guessed.encoding);
}

function decodedAs(bytes: Uint8Array, encoding: string): DecodedText {
  const text = new TextDecoder(encoding).decode(bytes);
  let errors = 0;
  for (let at = text.indexOf(REPLACEMENT); at >= 0; at = text.indexOf(REPLACEMENT, at + 1)) errors += 1;
  return { text, encoding, errors };
}

function beyondAscii(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x7f) count += 1;
  return count;
}

/** Detects UTF-16 with or without a byte order mark: markup and style sheets begin with two ASCII characters. */
function wideOf([a, b, c, d]: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if ((a === 0xff && b === 0xfe) || (a && b === 0 && c && d === 0)) return 'utf-16le';
  return (a === 0xfe && b === 0xff) || (a === 0 && b && c === 0 && d) ? 'utf-16be' : null;
}

function declaredIn(bytes: Uint8Array): string | null {
  const head = Buffer.from(bytes.subarray(0, HEAD)).toString('latin1');
  const said =
    /^\s*(?:\xef\xbb\xbf)?<\?xml[^>]*encoding\s*=\s*["']\s*([\w.:-]+)/i.exec(head)?.[1] ??
    /^(?:\xef\xbb\xbf)?@charset\s+["']\s*([\w.:-]+)/i.exec(head)?.[1] ??
    /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head)?.[1];
  if (!said) return null;
  try {
    const name = new TextDecoder(said).encoding;
    // The text has one byte per character: a file that declares UTF-16 here was converted and kept its old declaration.
    if (name.startsWith('utf-16')) return 'utf-8';
    // The superset reads every file of the older encodings.
    return name === 'gbk' ? 'gb18030' : name;
  } catch {
    return null;
  }
}

type Guess = { readonly encoding: string; readonly share: number };

/** Returns the encoding in which most bytes beyond ASCII are common characters. */
function best(bytes: Uint8Array): Guess | null {
  const guesses: Guess[] = [
    // Listed first: a Windows quotation mark and the next letter can also be read as a Chinese or Japanese character.
    { encoding: 'windows-1252', share: shareOf(bytes, everydayWestern) },
    { encoding: 'gb18030', share: shareOf(bytes, everydayGb) },
    { encoding: 'big5', share: shareOf(bytes, everydayBig5) },
    { encoding: 'shift_jis', share: shareOf(bytes, everydayJapanese) },
  ];
  return guesses.reduce((most, one) => (one.share > most.share ? one : most));
}

/** Byte length of the character at a position, and whether it is a common one. */
type Step = (byte: number, next: number, before: number) => { readonly length: number; readonly everyday: boolean };

function shareOf(bytes: Uint8Array, step: Step): number {
  let all = 0;
  let everyday = 0;
  for (let at = 0; at < bytes.length; ) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) {
      at += 1;
      continue;
    }
    const one = step(byte, bytes[at + 1] ?? 0, bytes[at - 1] ?? 0);
    all += 1;
    if (one.everyday) everyday += 1;
    at += one.length;
  }
  return all === 0 ? 0 : everyday / all;
}

const within = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to;

/** Symbols and the first level of GB 2312. */
const everydayGb: Step = (byte, next) => {
  if (within(next, 0x30, 0x39)) return { length: 4, everyday: false };
  return { length: 2, everyday: next >= 0xa1 && (within(byte, 0xa1, 0xa3) || within(byte, 0xb0, 0xd7)) };
};
/** Symbols and the first level of Big5. */
const everydayBig5: Step = (byte, next) => ({
  length: 2,
  everyday: within(byte, 0xa1, 0xc6) && (within(next, 0x40, 0x7e) || next >= 0xa1),
});
/** Symbols, kana and the first level of JIS X 0208; half-width katakana are rare. */
const everydayJapanese: Step = (byte, next) => {
  if (within(byte, 0xa0, 0xdf)) return { length: 1, everyday: false };
  return { length: 2, everyday: within(byte, 0x81, 0x83) || (within(byte, 0x88, 0x97) && next >= 0x40) };
};
/** An accented letter or a quotation mark usually occurs between ASCII letters. */
const everydayWestern: Step = (_byte, next, before) => ({ length: 1, everyday: next < 0x80 && before < 0x80 });
