import { escapeXml } from '../document/escape-xml.ts';
import type { Chapter } from './chapter-text.ts';

/** A page of the print edition in the text of the book. */
export interface PageBreak {
  /** The number that is printed on the page. */
  readonly label: string;
  /** Index of the chapter in which it begins. */
  readonly chapter: number;
  readonly id: string;
}

/** Text and tags of XHTML. */
const PIECE = /<[^>]*>|[^<]+/g;
const CHARACTER = /&(?:#\w+|\w+);|[\s\S]/gu;
const SPACE = /[\s\u00ad]/u;
/** Elements inside which no page may begin: a break goes before them. */
const WHOLE = /^<(\/?)(ruby|math|svg|sup|sub)\b/;
/** Elements whose text is not where the page has it: notes are at the foot of the page and at the end of the chapter. */
const ELSEWHERE = /^<(\/?)(aside|rt|rp|math|svg)\b/;
const NUMBER = /^<span class="number"/;

/** A visible character of a chapter and the place in the markup at which a break before it goes. */
interface Place {
  readonly chapter: number;
  readonly at: number;
}

/** The text of all chapters without blanks, notes, readings and numbers that the book makes itself. */
function textOf(chapters: readonly Chapter[]): { text: string; places: Place[] } {
  const places: Place[] = [];
  let text = '';
  for (const [chapter, { body }] of chapters.entries()) {
    let elsewhere = 0;
    let whole = 0;
    let start = 0;
    let number = false;
    for (const found of body.matchAll(PIECE)) {
      const [piece] = found;
      if (piece.startsWith('<')) {
        const [, closes, name] = WHOLE.exec(piece) ?? [];
        if (name !== undefined && !piece.endsWith('/>')) {
          if (closes === '' && whole === 0) start = found.index;
          whole = Math.max(0, whole + (closes === '' ? 1 : -1));
        }
        const other = ELSEWHERE.exec(piece);
        if (other && !piece.endsWith('/>')) elsewhere = Math.max(0, elsewhere + (other[1] === '' ? 1 : -1));
        number = NUMBER.test(piece) || (number && !piece.startsWith('</span'));
        continue;
      }
      if (elsewhere > 0 || number) continue;
      for (const one of piece.matchAll(CHARACTER)) {
        const shown = one[0].startsWith('&') ? decoded(one[0]) : one[0];
        if (SPACE.test(shown)) continue;
        for (let unit = 0; unit < shown.length; unit += 1) places.push({ chapter, at: whole > 0 ? start : found.index + one.index });
        text += shown;
      }
    }
  }
  return { text, places };
}

const ENTITIES: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'" };
function decoded(entity: string): string {
  const code = /^&#(x?)([\da-f]+);$/i.exec(entity);
  return code ? String.fromCodePoint(Number.parseInt(code[2] ?? '', code[1] ? 16 : 10) || 0xfffd) : (ENTITIES[entity] ?? ' ');
}

/** Characters by which the beginning of a page is found, from the most to the least. */
const LENGTHS = [16, 10];
/** Characters of a running head, at most. */
const HEAD_MOST = 80;
/** Characters between the beginnings of two pages, at most. */
const PAGE_MOST = 6000;
/** A page list is given when most of the pages were found; it is wrong to call half a list complete. */
const LEAST = 0.5;

const bare = (text: string): string => text.replaceAll(/[\s\u00ad]+/gu, '');

/** The number that each page shows: the one in its head or foot when it counts on from page to page, else the number of the sheet. */
export function pageLabels(pages: readonly string[]): string[] {
  const offsets = new Map<number, number>();
  const numbersOf = (text: string): number[] =>
    [/^\D{0,30}?(\d{1,4})(?!\d)/.exec(text.trim())?.[1], /(?<!\d)(\d{1,4})\D{0,3}$/.exec(text.trim())?.[1]].flatMap((one) =>
      one === undefined ? [] : [Number(one)],
    );
  for (const [index, text] of pages.entries())
    for (const one of new Set(numbersOf(text).map((number) => number - index))) offsets.set(one, (offsets.get(one) ?? 0) + 1);
  const [best] = [...offsets].toSorted((one, other) => other[1] - one[1]);
  const offset = best && best[1] >= 2 && best[1] * 2 >= pages.length ? best[0] : 1;
  return pages.map((_, index) => (index + offset > 0 ? String(index + offset) : ''));
}

/** Where each page begins, in the order of the book. `pages` are the texts of the pages of the proof. */
function findPages(pages: readonly string[], text: string): (number | null)[] {
  let from = 0;
  let missed = 0;
  return pages.map((page) => {
    const plain = bare(page);
    // Before the first page of the text there may be any number of others.
    const near = from === 0 ? text : text.slice(from, from + PAGE_MOST * (missed + 1));
    for (const length of LENGTHS)
      for (let head = 0; head <= Math.min(HEAD_MOST, plain.length - length); head += 1) {
        const at = near.indexOf(plain.slice(head, head + length));
        if (at < 0) continue;
        from += at + 1;
        missed = 0;
        return from - 1;
      }
    missed += 1;
    return null;
  });
}

/**
 * Chapters with a mark at the beginning of each page of the print edition, and the list of pages. Pages that are not in the book, such as a title page or a
 * plate, have no mark. Without proof pages, or when most of them are not found, nothing is marked.
 */
export function withPageBreaks(
  chapters: readonly Chapter[],
  pages: readonly string[],
): { chapters: readonly Chapter[]; breaks: readonly PageBreak[] } {
  const { text, places } = textOf(chapters);
  const found = findPages(pages, text);
  const inText = pages.filter((page) => bare(page).length >= (LENGTHS[1] ?? 0)).length;
  if (inText === 0 || found.filter((one) => one !== null).length < inText * LEAST) return { chapters, breaks: [] };
  const labels = pageLabels(pages);
  const breaks: (PageBreak & { at: number })[] = [];
  for (const [index, position] of found.entries()) {
    const place = position === null ? undefined : places[position];
    const label = labels[index] ?? '';
    if (place && label !== '') breaks.push({ label, chapter: place.chapter, id: `page-${label}`, at: place.at });
  }
  const marked = chapters.map((chapter, index) => {
    let { body } = chapter;
    for (const { label, id, at } of breaks.filter((one) => one.chapter === index).toReversed())
      body = `${body.slice(0, at)}<span epub:type="pagebreak" role="doc-pagebreak" id="${id}" aria-label="第${escapeXml(label)}页"></span>${body.slice(at)}`;
    return { ...chapter, body };
  });
  return { chapters: marked, breaks: breaks.map(({ label, chapter, id }) => ({ label, chapter, id })) };
}
