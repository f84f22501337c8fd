import { fitAt, placesOf } from './fit/passage-fit.ts';
import { bare, BLANK, type Quote } from './quote.ts';

export interface FoundQuote {
  readonly range: Range;
  /** The share of its surroundings that was found, 0 to 1. */
  readonly fit: number;
}

/** The end of a truncated passage is searched at most this many characters after the quoted part. */
const REST_MOST = 60_000;
/** Text after the quote shorter than this may match in many places. It is that short because the chapter ended there. */
const FEW = 16;

interface Reading {
  /** The text of all nodes without white space. */
  readonly text: string;
  /** The offset in `text` at which each node starts. */
  readonly starts: readonly number[];
}

const readings = new WeakMap<readonly Text[], Reading>();

function readingOf(texts: readonly Text[]): Reading {
  const known = readings.get(texts);
  if (known) return known;
  const starts: number[] = [];
  let text = '';
  for (const node of texts) {
    starts.push(text.length);
    text += bare(node.data);
  }
  const made = { text, starts };
  readings.set(texts, made);
  return made;
}

/**
 * Returns the passage whose surroundings fit best. Of equal matches it returns the one nearest to `near`, else the first. Returns null
 * when the passage is gone.
 */
export function findQuote(texts: readonly Text[], quote: Quote, near: Range | null = null): FoundQuote | null {
  const { text, starts } = readingOf(texts);
  const wanted = bare(quote.text);
  if (!wanted) return null;
  const around = { before: bare(quote.before), after: quote.cut ? '' : bare(quote.after) };
  const whole = placesOf(text, around.before + wanted + around.after).map((at) => ({ at: at + around.before.length, fit: 1 }));
  const places = whole.length > 0 ? whole : placesOf(text, wanted).map((at) => ({ at, fit: fitAt(text, at, at + wanted.length, around) }));
  const best = places.reduce((most, { fit }) => Math.max(most, fit), 0);
  const alike = places.filter(({ fit }) => fit === best);
  const stood = alike.length > 1 && near ? lengthBefore(texts, starts, near) : 0;
  const [found] = alike.sort((one, two) => Math.abs(one.at - stood) - Math.abs(two.at - stood));
  if (!found) return null;
  const first = placeOf(texts, starts, found.at);
  const last = placeOf(texts, starts, endOf(text, found.at + wanted.length, quote) - 1);
  const range = first.node.ownerDocument.createRange();
  range.setStart(first.node, first.offset);
  range.setEnd(last.node, last.offset + 1);
  return { range, fit: found.fit };
}

/** Returns where a passage ends when only this much of it is quoted. */
function endOf(text: string, quoted: number, { cut, after }: Quote): number {
  const behind = bare(after);
  if (!cut || !behind) return quoted;
  const end = behind.length < FEW ? (text.endsWith(behind) ? text.length - behind.length : -1) : text.indexOf(behind, quoted);
  return end >= quoted && end - quoted <= REST_MOST ? end : quoted;
}

/** Returns the number of characters before a point. */
function lengthBefore(texts: readonly Text[], starts: readonly number[], point: Range): number {
  const index = texts.findLastIndex((node) => point.comparePoint(node, 0) <= 0);
  const node = texts[index];
  if (!node) return 0;
  return (starts[index] ?? 0) + bare(node.data.slice(0, node === point.startContainer ? point.startOffset : undefined)).length;
}

function placeOf(texts: readonly Text[], starts: readonly number[], at: number): { node: Text; offset: number } {
  let low = 0;
  let high = texts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  const node = texts[low];
  if (!node) throw new RangeError('no such text');
  let left = at - (starts[low] ?? 0);
  for (let offset = 0; offset < node.data.length; offset++) {
    if (BLANK.test(node.data[offset] ?? '')) continue;
    if (left-- === 0) return { node, offset };
  }
  return { node, offset: node.data.length - 1 };
}
