import { fitAt, placesOf } from './passage-fit.ts';
import { between } from './visible-text.ts';

/** A passage as it is quoted: white space does not count, ruby is not part of it. */
export interface Quote {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  /** Where it stood, be it in another edition: of places that fit alike the nearest is meant. */
  readonly cfi?: string;
  /** Only its beginning is quoted; `after` stands behind the whole. */
  readonly cut?: boolean;
}

export interface FoundQuote {
  readonly range: Range;
  /** How much of its surroundings is there, 0 to 1. */
  readonly fit: number;
}

/** The rest of a passage is not looked for further than so many characters behind what is quoted of it. */
const REST_MOST = 60_000;
/** Fewer signs stand in many places: they were quoted because no more came behind them. */
const FEW = 16;

interface Reading {
  /** The text of all nodes without white space. */
  readonly text: string;
  /** Where each node begins in it. */
  readonly starts: readonly number[];
}

/** White space, and what nobody sees: the places where a word may be broken. */
const BLANK = /[\s\u00ad\u200b\u2060\ufeff]/;
const BLANKS = /[\s\u00ad\u200b\u2060\ufeff]+/g;
const UNSEEN = /[\u00ad\u2060]/g;
const bare = (text: string): string => text.replace(BLANKS, '');

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

/** The passage where its surroundings fit best, and of places that fit alike the one nearest to `near`, else the first; null when it is gone. */
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

/** Where a passage ends of which so much is quoted. */
function endOf(text: string, quoted: number, { cut, after }: Quote): number {
  const behind = bare(after);
  if (!cut || !behind) return quoted;
  const end = behind.length < FEW ? (text.endsWith(behind) ? text.length - behind.length : -1) : text.indexOf(behind, quoted);
  return end >= quoted && end - quoted <= REST_MOST ? end : quoted;
}

/** Characters that are read before a point. */
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

const BLOCK = 'p,li,dt,dd,h1,h2,h3,h4,h5,h6,blockquote,pre,td,th,caption,figcaption,div,section,article,aside,body';

/** The paragraph, heading or cell that a text stands in. */
export const blockOf = (node: Text | undefined): Element | null => node?.parentElement?.closest(BLOCK) ?? null;

export interface Quoted extends Quote {
  /** From its first visible character to its last. */
  readonly range: Range;
}

/** What a selection says; null where it holds nothing that can be read. */
export function quoteOf(texts: readonly Text[], selected: Range, around: number): Quoted | null {
  const inside = texts.flatMap((node, index) => (selected.intersectsNode(node) ? [{ node, index }] : []));
  const parts = inside
    .map(({ node, index }) => {
      const from = node === selected.startContainer ? selected.startOffset : 0;
      const to = node === selected.endContainer ? selected.endOffset : node.data.length;
      return { node, index, from, to, text: node.data.slice(from, to) };
    })
    .filter((part) => /\S/.test(part.text));
  const [first, last] = [parts[0], parts.at(-1)];
  if (!first || !last) return null;
  const from = first.from + first.text.search(/\S/);
  const to = last.from + last.text.trimEnd().length;
  let text = '';
  let before: Text | null = null;
  for (const part of parts) {
    const border = before === null ? '' : blockOf(part.node) === blockOf(before) ? between(before, part.node) : '\n';
    text = (border === '\n' ? text.trimEnd() : text) + border + part.text.replace(UNSEEN, '').replace(/[ \t\r\n\f]+/g, ' ');
    before = part.node;
  }
  const range = first.node.ownerDocument.createRange();
  range.setStart(first.node, from);
  range.setEnd(last.node, to);
  return { text: text.trim(), before: textBefore(texts, first.index, from, around), after: textAfter(texts, last.index, to, around), range };
}

function textBefore(texts: readonly Text[], index: number, offset: number, most: number): string {
  let text = onLine(texts[index]?.data.slice(0, offset));
  for (let at = index - 1; at >= 0 && bare(text).length < most; at--) text = onLine(texts[at]?.data) + borderAfter(texts, at) + text;
  return text.trimStart().slice(-most);
}

function textAfter(texts: readonly Text[], index: number, offset: number, most: number): string {
  let text = onLine(texts[index]?.data.slice(offset));
  for (let at = index + 1; at < texts.length && bare(text).length < most; at++) text += borderAfter(texts, at - 1) + onLine(texts[at]?.data);
  return text.trimEnd().slice(0, most);
}

const onLine = (text = ''): string => text.replace(/\s+/g, ' ');

/** A line a block. */
const borderAfter = (texts: readonly Text[], at: number): string => (blockOf(texts[at]) === blockOf(texts[at + 1]) ? '' : '\n');
