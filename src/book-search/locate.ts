import { type Folded, folded, foldedText, originalOf } from '../../contract/reading/search-folding.ts';

/** A passage of another edition. `text` is only its beginning when `cut` is set; `after` is then the text after the complete passage. */
export interface OldPassage {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly cut?: boolean;
  /** Its document in the other edition. */
  readonly documentIndex: number;
  /** Of equal matches the nearest one is used. Without it, equal matches count as "not found". */
  readonly nearest?: boolean;
}

/** The passage as it is printed in this edition, with its surroundings. */
export interface Located {
  readonly documentIndex: number;
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

/** Unchanged surroundings have the fit 1; surroundings of another place have about 0.1. */
const FIT = 0.45;
const FIT_CHANGED = 0.55;
/** With this fit, an unchanged passage is taken without looking for changed ones: one of them may be the same passage between the same words. */
const FIT_CLEAR = 0.9;
/** One side alone decides when it has at least so many letters and this fit, because the other side may be new. */
const SIDE_LETTERS = 12;
const SIDE_FIT = 0.8;
/** A passage of this many letters that occurs once needs no surroundings. */
const UNIQUE_LETTERS = 48;
/** A better match must lead by this much; otherwise it is a tie. */
const LEAD = 0.08;
/** Maximum share of changed letters in a passage, and the shortest passage in which letters may have changed. */
const CHANGED_MOST = 0.25;
const CHANGED_LETTERS = 5;
/** Without known surroundings, a shorter passage must be unchanged. */
const CHANGED_ALONE = 12;
/** Letters that may have been inserted next to a passage. */
const SLACK = 16;
const BESIDE = 64;
/** More occurrences than this are narrowed down by the letters next to the passage. */
const PLACES_MOST = 500;
const NARROW = 6;
/** Pieces of a changed passage and its surroundings that are looked for. */
const PIECE = 6;
const PIECES_MOST = 16;
const PIECE_PLACES_MOST = 40;
const CLUSTERS_MOST = 24;
/** A changed passage is looked for in this many documents on both sides first, then in the whole book. */
const NEAR = 8;
/** A longer passage is compared by its first letters: the comparison takes quadratic time. */
const COMPARED_MOST = 600;

let letters: Uint8Array | null = null;
/** Marks letters and digits, and all surrogates, by code unit. */
function lettersOf(): Uint8Array {
  if (letters) return letters;
  letters = new Uint8Array(0x10000);
  const letter = /[\p{L}\p{N}\p{M}]/u;
  for (let code = 0; code < letters.length; code++)
    if ((code >= 0xd800 && code <= 0xdfff) || letter.test(String.fromCharCode(code))) letters[code] = 1;
  return letters;
}

function lettersIn(text: string): string {
  const table = lettersOf();
  let made = '';
  for (let at = 0; at < text.length; at++) if (table[text.charCodeAt(at)]) made += text[at];
  return made;
}

/** The letters of a whole book, folded, without punctuation and white space. */
export class BookLetters {
  readonly all: string;
  /** The offset in `all` at which each document starts. */
  readonly starts: readonly number[];
  readonly #documents: readonly string[];
  readonly #simple: Uint16Array | null;
  #last: { index: number; made: Folded; at: Uint32Array } | null = null;

  constructor(documents: readonly string[], simple: Uint16Array | null = null) {
    this.#documents = documents;
    this.#simple = simple;
    const starts: number[] = [];
    const parts: string[] = [];
    let length = 0;
    for (const text of documents) {
      starts.push(length);
      const part = this.of(text);
      parts.push(part);
      length += part.length;
    }
    // `indexOf` flattens a joined string only once.
    this.all = parts.join('');
    this.starts = starts;
  }

  of(text: string): string {
    return lettersIn(foldedText(text, this.#simple));
  }

  documentOf(at: number): number {
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Returns the printed text of a range of letters; with as many of the punctuation marks beside it as the passage has. */
  printed(from: number, to: number, marks: { before: number; after: number }): Located {
    const documentIndex = this.documentOf(from);
    const text = this.#documents[documentIndex] ?? '';
    const { made, at } = this.#positions(documentIndex, text);
    const offset = this.starts[documentIndex] ?? 0;
    let [start] = originalOf(made, at[from - offset] ?? 0, (at[from - offset] ?? 0) + 1);
    const last = at[to - 1 - offset] ?? 0;
    let [, end] = originalOf(made, last, last + 1);
    const isMark = (sign: string | undefined): boolean => sign !== undefined && sign !== '\n' && !lettersOf()[sign.charCodeAt(0)];
    for (let left = marks.before; left > 0 && isMark(text[start - 1]); left--) start--;
    for (let left = marks.after; left > 0 && isMark(text[end]); left--) end++;
    return {
      documentIndex,
      text: text.slice(start, end),
      before: text.slice(Math.max(0, start - BESIDE), start),
      after: text.slice(end, end + BESIDE),
    };
  }

  #positions(index: number, text: string): { made: Folded; at: Uint32Array } {
    if (this.#last?.index === index) return this.#last;
    const made = folded(text, this.#simple);
    const table = lettersOf();
    const at: number[] = [];
    for (let unit = 0; unit < made.text.length; unit++) if (table[made.text.charCodeAt(unit)]) at.push(unit);
    this.#last = { index, made, at: Uint32Array.from(at) };
    return this.#last;
  }
}

interface Match {
  readonly from: number;
  readonly to: number;
  /** Changed letters. */
  readonly changed: number;
  readonly fit: number;
  readonly accepted: boolean;
}

interface Wanted {
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

/**
 * Finds a passage of another edition in a book: unchanged, or in another spelling or punctuation, or with some changed words. The words around
 * decide between equal passages. Returns null when the passage is gone or when two places fit equally well.
 */
export function locate(book: BookLetters, passage: OldPassage): Located | null {
  const wanted: Wanted = { text: book.of(passage.text), before: book.of(passage.before), after: passage.cut ? '' : book.of(passage.after) };
  if (wanted.text === '') return null;
  const marks = marksAround(passage.text);
  const whole = placesIn(book.all, wanted.before + wanted.text + wanted.after, 0, book.all.length, 2);
  const [only] = whole;
  if (whole.length === 1 && only !== undefined) {
    const from = only + wanted.before.length;
    return isInOne(book, from, from + wanted.text.length) ? book.printed(from, from + wanted.text.length, marks) : null;
  }
  const found = bestOf(book, wanted, passage);
  return found && book.printed(found.from, found.to, marks);
}

/** Returns the number of punctuation marks with which a passage begins and ends. */
function marksAround(text: string): { before: number; after: number } {
  const table = lettersOf();
  const isLetter = (at: number): boolean => table[text.charCodeAt(at)] === 1;
  let [before, after] = [0, 0];
  while (before < text.length && !isLetter(before)) before++;
  while (after < text.length && !isLetter(text.length - 1 - after)) after++;
  return { before, after };
}

const isInOne = (book: BookLetters, from: number, to: number): boolean => book.documentOf(from) === book.documentOf(to - 1);

function placesIn(text: string, term: string, from: number, to: number, most: number): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(term, from); at >= 0 && at + term.length <= to && places.length < most; at = text.indexOf(term, at + 1)) places.push(at);
  return places;
}

function bestOf(book: BookLetters, wanted: Wanted, { documentIndex, nearest = false }: OldPassage): Match | null {
  const exact = unchangedIn(book, wanted);
  const clear = choose(book, exact, documentIndex, nearest);
  if (clear && clear.fit >= FIT_CLEAR) return clear;
  if (wanted.text.length < CHANGED_LETTERS) return clear;
  const ends = (index: number): number => book.starts[index] ?? book.all.length;
  const near = [ends(Math.max(0, documentIndex - NEAR)), ends(documentIndex + NEAR + 1)] as const;
  const close = choose(book, [...exact, ...changedIn(book, wanted, ...near)], documentIndex, nearest);
  if (close && close.fit >= SIDE_FIT) return close;
  return choose(book, [...exact, ...changedIn(book, wanted, 0, book.all.length)], documentIndex, nearest);
}

const scoreOf = ({ fit, changed, from, to }: Match): number => fit - changed / (to - from);

/** Returns the best match; null if it is not accepted, or without a clear lead. */
function choose(book: BookLetters, matches: readonly Match[], documentIndex: number, nearest: boolean): Match | null {
  const away = ({ from }: Match): number => Math.abs(book.documentOf(from) - documentIndex);
  const [best, ...others] = matches.toSorted((one, two) => scoreOf(two) - scoreOf(one) || away(one) - away(two));
  if (!best?.accepted) return null;
  // A changed passage whose surroundings fit better may be the right one, next to a repetition of itself.
  const isRival = (other: Match): boolean => scoreOf(best) - scoreOf(other) < LEAD || (other.accepted && other.fit > best.fit);
  const rivals = others.filter((other) => (other.from >= best.to || other.to <= best.from) && isRival(other));
  if (rivals.length === 0) return best;
  return nearest ? ([best, ...rivals.filter(({ accepted }) => accepted)].sort((one, two) => away(one) - away(two))[0] ?? null) : null;
}

/** Every place of the unchanged passage. */
function unchangedIn(book: BookLetters, wanted: Wanted): Match[] {
  const { all } = book;
  const { text, before, after } = wanted;
  let places = placesIn(all, text, 0, all.length, PLACES_MOST);
  if (places.length === PLACES_MOST) {
    const [head, tail] = [before.slice(-NARROW), after.slice(0, NARROW)];
    const behind = head === '' ? [] : placesIn(all, head + text, 0, all.length, PLACES_MOST).map((at) => at + head.length);
    const ahead = tail === '' ? [] : placesIn(all, text + tail, 0, all.length, PLACES_MOST);
    places = [...new Set([...behind, ...ahead])];
  }
  const alone = places.length === 1 && text.length >= UNIQUE_LETTERS;
  return places
    .filter((at) => isInOne(book, at, at + text.length))
    .map((at) => matchAt(all, wanted, { from: at, to: at + text.length, changed: 0 }, alone));
}

function matchAt(all: string, { text, before, after }: Wanted, at: Pick<Match, 'from' | 'to' | 'changed'>, alone: boolean): Match {
  const behind = before === '' ? 1 : likeness(reversed(before), reversed(all.slice(Math.max(0, at.from - before.length - SLACK), at.from)));
  const ahead = after === '' ? 1 : likeness(after, all.slice(at.to, at.to + after.length + SLACK));
  const known = before.length + after.length;
  const fit = known === 0 ? 1 : (behind * before.length + ahead * after.length) / known;
  const bySide = (before.length >= SIDE_LETTERS && behind >= SIDE_FIT) || (after.length >= SIDE_LETTERS && ahead >= SIDE_FIT);
  const isAllowed = at.changed === 0 || (at.changed <= text.length * CHANGED_MOST && (known > 0 || text.length >= CHANGED_ALONE));
  return { ...at, fit, accepted: isAllowed && (alone || bySide || fit >= (at.changed === 0 ? FIT : FIT_CHANGED)) };
}

const reversed = (text: string): string => [...Array(text.length).keys()].map((at) => text[text.length - 1 - at]).join('');

/** Returns how much of a text continues from the start of another one, 0 to 1. */
function likeness(known: string, there: string): number {
  let row = Array.from({ length: there.length + 1 }, (_none, at) => at);
  for (let one = 1; one <= known.length; one++) {
    const next = [one];
    for (let two = 1; two <= there.length; two++) {
      const same = (row[two - 1] ?? 0) + (known[one - 1] === there[two - 1] ? 0 : 1);
      next.push(Math.min(same, (row[two] ?? 0) + 1, (next[two - 1] ?? 0) + 1));
    }
    row = next;
  }
  return Math.max(0, 1 - Math.min(...row) / known.length);
}

/** The places between two offsets where pieces of the passage and of its surroundings are found in order, with some letters changed. */
function changedIn(book: BookLetters, wanted: Wanted, from: number, to: number): Match[] {
  const { before, text, after } = wanted;
  const around = before + text + after;
  const step = Math.max(2, Math.floor((around.length - PIECE) / (PIECES_MOST - 1)));
  /** Offsets at which the passage would start, in groups of offsets near each other. */
  const votes = new Map<number, number[]>();
  for (let at = 0; at + PIECE <= around.length; at += step) {
    const places = placesIn(book.all, around.slice(at, at + PIECE), from, to, PIECE_PLACES_MOST);
    // A piece in very many places says nothing.
    if (places.length === PIECE_PLACES_MOST) continue;
    for (const place of places) {
      const start = place - at + before.length;
      const group = Math.round(start / SLACK);
      votes.set(group, [...(votes.get(group) ?? []), start]);
    }
  }
  const likely = [...votes.values()].sort((one, two) => two.length - one.length).slice(0, CLUSTERS_MOST);
  const found = new Map<string, Match>();
  for (const starts of likely) {
    const middle = starts.toSorted((one, two) => one - two)[starts.length >> 1] ?? 0;
    for (const match of aligned(book, wanted, middle)) found.set(`${match.from}-${match.to}`, match);
  }
  return [...found.values()];
}

/**
 * Aligns the passage with the text near an offset: at the place with the fewest changed letters, and at the one next to the offset, because
 * a refrain may be repeated beside the changed passage. Returns no place where too many letters differ.
 */
function aligned(book: BookLetters, wanted: Wanted, near: number): Match[] {
  const text = wanted.text.slice(0, COMPARED_MOST);
  const most = Math.floor(text.length * CHANGED_MOST);
  const begin = Math.max(0, near - 2 * SLACK - most);
  const there = book.all.slice(begin, Math.max(0, near) + text.length + 2 * SLACK + most);
  let costs = Array.from({ length: there.length + 1 }, () => 0);
  let starts = Array.from({ length: there.length + 1 }, (_none, at) => at);
  for (let one = 1; one <= text.length; one++) {
    const [nextCosts, nextStarts] = [[one], [0]];
    for (let two = 1; two <= there.length; two++) {
      const same = (costs[two - 1] ?? 0) + (text[one - 1] === there[two - 1] ? 0 : 1);
      const [removed, added] = [(costs[two] ?? 0) + 1, (nextCosts[two - 1] ?? 0) + 1];
      const cost = Math.min(same, removed, added);
      nextCosts.push(cost);
      nextStarts.push((cost === same ? starts[two - 1] : cost === removed ? starts[two] : nextStarts[two - 1]) ?? 0);
    }
    [costs, starts] = [nextCosts, nextStarts];
  }
  // Of equally cheap places, the one that keeps the length of the passage.
  const bend = (at: number): number => Math.abs(at - (starts[at] ?? 0) - text.length) / (2 * there.length);
  const away = (at: number): number => Math.abs(begin + (starts[at] ?? 0) - near) / 2;
  const least = (price: (at: number) => number): number => costs.reduce((best, _cost, at) => (price(at) < price(best) ? at : best), 0);
  const cheap = (at: number): number => (costs[at] ?? 0) + bend(at);
  const ends = new Set([least(cheap), least((at) => cheap(at) + away(at))]);
  return [...ends].flatMap((end) => {
    const changed = costs[end] ?? 0;
    const from = begin + (starts[end] ?? 0);
    // Only the beginning of a very long passage was compared; the rest has the same length if nothing in it changed.
    const to = Math.min(begin + end + wanted.text.length - text.length, book.all.length);
    return changed <= most && to > from && isInOne(book, from, to) ? [matchAt(book.all, wanted, { from, to, changed }, false)] : [];
  });
}
