/** A text is compared by its letters and digits: captions and a book differ in punctuation, line breaks and case. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** A shorter term occurs in many places. */
const LEAST = 4;
/** The beginning of a longer term is enough. */
const MOST = 24;

/**
 * Returns the index of the part in which a text begins, by the letters of all parts; of several, the one nearest to `near`, 0 to 1 of their
 * length. Null when it is not there or too short to tell.
 */
export function partWith(parts: readonly string[], text: string, near: number): number | null {
  const wanted = lettersOf(text).slice(0, MOST);
  if (wanted.length < LEAST) return null;
  const starts: number[] = [];
  let all = '';
  for (const part of parts) {
    starts.push(all.length);
    all += lettersOf(part);
  }
  let best: number | null = null;
  for (let at = all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + 1))
    if (best === null || Math.abs(at - near * all.length) < Math.abs(best - near * all.length)) best = at;
  return best === null ? null : starts.findLastIndex((start) => start <= (best as number));
}

/** Returns the part at a fraction of the letters of all parts; -1 without parts. */
export function partAtFraction(parts: readonly string[], fraction: number): number {
  const lengths = parts.map((part) => lettersOf(part).length);
  let left = fraction * lengths.reduce((sum, length) => sum + length, 0);
  for (const [index, length] of lengths.entries()) {
    if (left < length) return index;
    left -= length;
  }
  return parts.length - 1;
}
