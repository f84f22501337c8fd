import { between } from './visible-text.ts';

/** A quoted passage: white space does not count, and ruby is not part of it. */
export interface Quote {
  readonly text: string;
  readonly before: string;
  readonly after: string;
  /** Its position, possibly in another edition: of equal matches the nearest one is used. */
  readonly cfi?: string;
  /** Only its start is quoted; `after` is the text after the complete passage. */
  readonly cut?: boolean;
}

/** White space and invisible characters, such as soft hyphens. */
export const BLANK = /[\s\u00ad\u200b\u2060\ufeff]/;
const BLANKS = /[\s\u00ad\u200b\u2060\ufeff]+/g;
const UNSEEN = /[\u00ad\u2060]/g;
/** Removes white space and invisible characters. */
export const bare = (text: string): string => text.replace(BLANKS, '');

const BLOCK = 'p,li,dt,dd,h1,h2,h3,h4,h5,h6,blockquote,pre,td,th,caption,figcaption,div,section,article,aside,body';

/** Returns the paragraph, heading or cell that contains a text. */
export const blockOf = (node: Text | undefined): Element | null => node?.parentElement?.closest(BLOCK) ?? null;

export interface Quoted extends Quote {
  /** From its first visible character to its last. */
  readonly range: Range;
}

/** Returns the quote of a selection; null where it contains no readable text. */
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

const onLine = (text = ''): string => text.replace(UNSEEN, '').replace(/\s+/g, ' ');

/** One line per block. */
const borderAfter = (texts: readonly Text[], at: number): string => (blockOf(texts[at]) === blockOf(texts[at + 1]) ? '' : '\n');
