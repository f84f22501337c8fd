import { parseDocument } from 'htmlparser2';
import type { SourceLine } from '../document/book/source-lines.ts';
import { escapeXml } from '../document/escape-xml.ts';
import type { Chapter } from './chapter-text.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];

/** A text of the manuscript that is not in the book, or the other way. */
export interface BookDifference {
  readonly place: string;
  readonly manuscript: string;
  readonly book: string;
}

const BLOCK = /^(p|h[1-6]|li|td|th|aside|blockquote|div|section|tr|table|ul|ol|pre|hr)$/;
const DIFFERENCES_MOST = 100;
const EXCERPT = 80;
/** Lines that the book makes of one paragraph at most. */
const PIECES_MOST = 50;
const bare = (text: string): string => text.replaceAll(/[\s\u00ad]+/gu, '');
const short = (text: string): string => ([...text].length > EXCERPT ? `${[...text].slice(0, EXCERPT).join('')}…` : text);

/** The text of chapters as readers see it, by blocks. Numbers of lists and notes, which the book makes itself, are left out of a converted document. */
export function bookLines(chapters: readonly Chapter[], converted: boolean): string[] {
  const lines: string[] = [];
  let line = '';
  const end = (): void => {
    if (line.trim() !== '') lines.push(line);
    line = '';
  };
  const walk = (node: Node): void => {
    if (node.type === 'text' && 'data' in node) line += node.data;
    if (!('children' in node) || !('name' in node)) return;
    const { name, attribs } = node;
    if (name === 'math') {
      line += attribs['alttext'] ?? '';
      return;
    }
    if (converted) {
      if (name === 'span' && attribs['class'] === 'number') return;
      if (name === 'a' && (attribs['epub:type'] === 'noteref' || /^#r\d+$/.test(attribs['href'] ?? ''))) return;
    }
    if (BLOCK.test(name)) end();
    for (const child of node.children) walk(child);
    if (BLOCK.test(name)) end();
  };
  for (const { title, heading, body } of chapters) {
    for (const node of parseDocument(`<h1>${heading ?? escapeXml(title)}</h1>${body}`).children) walk(node);
    end();
  }
  return lines;
}

/** Takes out paragraphs of which the book made several lines, with those lines. */
function joinDivided(lost: { text: string }[], extra: string[]): void {
  for (let at = lost.length - 1; at >= 0; at -= 1) {
    const { text } = lost[at] as { text: string };
    const first = extra.findIndex(
      (line, index) =>
        text.startsWith(line) &&
        extra
          .slice(index, index + PIECES_MOST)
          .join('')
          .startsWith(text),
    );
    if (first < 0) continue;
    let length = 0;
    let count = 0;
    while (length < text.length) {
      length += extra[first + count]?.length ?? text.length;
      count += 1;
    }
    if (length !== text.length) continue;
    extra.splice(first, count);
    lost.splice(at, 1);
  }
}

/**
 * Compares what the book must have with what it has, without white space. A paragraph that only moved or was divided is no difference; the title of the
 * book, which the title page has, may be missing or added.
 */
export function bookDifferences(expected: readonly SourceLine[], book: readonly string[], title: string): BookDifference[] {
  const own = bare(title);
  const source = expected.map(({ place, text }) => ({ place, text: bare(text) })).filter(({ text }) => text !== '');
  const made = book.map(bare).filter((text) => text !== '');
  if (source.map(({ text }) => text).join('') === made.join('')) return [];
  const counts = new Map<string, number>();
  for (const text of made) counts.set(text, (counts.get(text) ?? 0) + 1);
  const lost = source.filter(({ text }) => {
    const count = counts.get(text) ?? 0;
    if (count > 0) counts.set(text, count - 1);
    return count === 0 && text !== own;
  });
  const extra = made.filter((text) => {
    const count = counts.get(text) ?? 0;
    if (count > 0) counts.set(text, count - 1);
    return count > 0 && text !== own;
  });
  joinDivided(lost, extra);
  const [lostText, extraText] = [lost.map(({ text }) => text).join(''), extra.join('')];
  if (lostText === extraText) return [];
  const missing = lost.filter(({ text }) => !extraText.includes(text));
  const added = extra.filter((text) => !lostText.includes(text));
  // A part of a line that is left shows what became of it.
  const shown = added.length === 0 && extra.length === missing.length ? extra : added;
  const named = missing.length === 0 && lost.length === added.length ? lost : missing;
  if (missing.length + added.length === 0) return [{ place: '全文', manuscript: short(lostText), book: short(extraText) }];
  return Array.from({ length: Math.min(DIFFERENCES_MOST, Math.max(named.length, shown.length)) }, (_none, index) => ({
    place: named[index]?.place ?? '全文',
    manuscript: short(named[index]?.text ?? ''),
    book: short(shown[index] ?? ''),
  }));
}
