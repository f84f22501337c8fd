/** Marks a wildcard in a folded pattern: a sign of the private use area, which no key contains. */
export const WILDCARD = '\uf8ff';

/** Returns a pattern with {@link WILDCARD} for each `*`; `\*` is a star and `\\` a backslash. */
export function marked(pattern: string): string {
  let made = '';
  for (let at = 0; at < pattern.length; at++) {
    const sign = pattern.charAt(at);
    const next = pattern.charAt(at + 1);
    if (sign === '\\' && (next === '*' || next === '\\')) {
      made += next;
      at += 1;
    } else made += sign === '*' ? WILDCARD : sign;
  }
  return made;
}

/** For each place of the piece the length of the longest border that ends there (Knuth, Morris, Pratt). */
function borders(piece: string): Uint16Array {
  const found = new Uint16Array(piece.length);
  for (let at = 1, length = 0; at < piece.length; at++) {
    while (length > 0 && piece.charCodeAt(at) !== piece.charCodeAt(length)) length = found[length - 1] ?? 0;
    if (piece.charCodeAt(at) === piece.charCodeAt(length)) length += 1;
    found[at] = length;
  }
  return found;
}

/** Returns the end of the first place of `piece` in `text` between `from` and `to`; -1 without one. Linear, whatever the signs are. */
function endOf(piece: string, text: string, from: number, to: number): number {
  const back = borders(piece);
  for (let at = from, length = 0; at < to; at++) {
    while (length > 0 && text.charCodeAt(at) !== piece.charCodeAt(length)) length = back[length - 1] ?? 0;
    if (text.charCodeAt(at) === piece.charCodeAt(length)) length += 1;
    if (length === piece.length) return at + 1;
  }
  return -1;
}

/** Whether a text fits a pattern with wildcards, in linear time. */
export function fits(text: string, pattern: string): boolean {
  const pieces = pattern.split(WILDCARD);
  const first = pieces[0] ?? '';
  if (pieces.length === 1) return text === pattern;
  const last = pieces.at(-1) ?? '';
  const end = text.length - last.length;
  if (first.length > end || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces.slice(1, -1)) {
    if (piece === '') continue;
    at = endOf(piece, text, at, end);
    if (at < 0) return false;
  }
  return true;
}
