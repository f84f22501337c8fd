import { ownValue } from '../../contract/own-value.ts';
import { parseDocument } from 'htmlparser2';
import type { Split } from '../../contract/composition/epub-recipe.ts';
import { escapeXml } from '../document/escape-xml.ts';

type Node = ReturnType<typeof parseDocument>['children'][number];

/** One chapter as the body of an XHTML document, without its heading. */
export interface Chapter {
  readonly title: string;
  /** The heading with its formats; absent when it is plain text. */
  readonly heading?: string;
  readonly body: string;
  readonly characters: number;
}

export interface Chapters {
  readonly chapters: readonly Chapter[];
  /** Number of pictures that were left out. */
  readonly pictures: number;
}

export interface ChapterOptions {
  readonly split?: Split;
  /** Path in the package of a picture by its source; null leaves the picture out. */
  readonly pictureOf?: (source: string) => string | null;
}

const HEADING = /^h[1-6]$/;
/** A short paragraph that is a chapter heading in a text without heading elements: 第三章 归航. */
const CHAPTER_LINE = /^第[一二三四五六七八九十百零〇\d]{1,6}[章回]/;
const CHAPTER_LINE_MOST = 40;

/** Elements that are kept, and what each becomes. */
const KEPT: Readonly<Record<string, string>> = {
  p: 'p',
  h1: 'h2',
  h2: 'h2',
  h3: 'h3',
  h4: 'h4',
  h5: 'h5',
  h6: 'h6',
  ul: 'ul',
  ol: 'ol',
  li: 'li',
  blockquote: 'blockquote',
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  u: 'u',
  s: 's',
  sub: 'sub',
  sup: 'sup',
  br: 'br',
  table: 'table',
  thead: 'thead',
  tbody: 'tbody',
  tr: 'tr',
  th: 'th',
  td: 'td',
  ruby: 'ruby',
  rt: 'rt',
  rp: 'rp',
  aside: 'aside',
  a: 'a',
  pre: 'pre',
  code: 'code',
  hr: 'hr',
  span: 'span',
  colgroup: 'colgroup',
  col: 'col',
};
const EMPTY: ReadonlySet<string> = new Set(['br', 'hr', 'col']);
/** MathML is kept as it is. */
const MATH =
  /^(math|m(row|i|n|o|text|frac|sup|sub|subsup|under|over|underover|sqrt|root|table|tr|td|multiscripts|prescripts|enclose|phantom|space))$/;
/** Elements whose content may stand in a body without a paragraph around it. */
const BLOCKS: ReadonlySet<string> = new Set([
  'p',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'blockquote',
  'table',
  'aside',
  'pre',
  'hr',
  'div',
  'section',
]);
/** Attributes that the converter of documents writes, by element. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href', 'id', 'epub:type', 'role'],
  aside: ['id', 'epub:type', 'role', 'class'],
  span: ['class', 'style', 'dir'],
  p: ['class', 'dir'],
  blockquote: ['class'],
  ol: ['type', 'start', 'class'],
  li: ['value'],
  hr: ['class'],
  col: ['style'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  math: ['xmlns', 'display', 'alttext'],
  mi: ['mathvariant'],
  mo: ['stretchy'],
  mover: ['accent'],
  mfrac: ['linethickness', 'bevelled'],
  menclose: ['notation'],
};
/** Values of attributes that come from a text written online, where anything may stand. */
const VALUES: Readonly<Record<string, RegExp>> = {
  href: /^(#.|https?:|mailto:)/,
  class: /^(center|right|number|plain|page-break|box|verse|caption|caps|small-caps|emphasis|emphasis-circle)( (caps|emphasis))*$/,
  style: /^(color:#[\da-f]{6}|width:\d{1,3}%)$/,
  dir: /^(rtl|ltr)$/,
  start: /^\d{1,6}$/,
  value: /^\d{1,6}$/,
  type: /^[1aAiI]$/,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,5}$/,
};

const textOf = (node: Node): string =>
  'data' in node && node.type === 'text' ? node.data : 'children' in node ? node.children.map(textOf).join('') : '';
/** The text of a heading: without readings of ruby and numbers of notes. */
const titleOf = (node: Node): string => {
  if ('data' in node && node.type === 'text') return node.data;
  if (!('children' in node)) return '';
  const aside = 'name' in node && (['rt', 'rp', 'script', 'style'].includes(node.name) || node.attribs['epub:type'] === 'noteref');
  return aside ? '' : node.children.map(titleOf).join('');
};
const nameOf = (node: Node): string => ('name' in node ? node.name : '');

/** Top-level blocks; wrappers such as `div` are opened. */
const blocksOf = (nodes: readonly Node[]): Node[] =>
  nodes.flatMap((node) =>
    ['div', 'section', 'article', 'body', 'html'].includes(nameOf(node)) && 'children' in node ? blocksOf(node.children) : [node],
  );

interface Left {
  pictures: number;
  readonly pictureOf: (source: string) => string | null;
}

function xhtmlOf(node: Node, left: Left): string {
  if (node.type === 'text' && 'data' in node) return escapeXml(node.data);
  if (!('children' in node) || !('name' in node)) return '';
  if (node.name === 'img') {
    const path = left.pictureOf(node.attribs['src'] ?? '');
    if (path !== null) return `<img src="${escapeXml(path)}" alt="${escapeXml(node.attribs['alt'] ?? '')}"/>`;
    left.pictures += 1;
    return '';
  }
  if (['script', 'style', 'head', 'title'].includes(node.name)) return '';
  const inner = node.children.map((child) => xhtmlOf(child, left)).join('');
  const name = MATH.test(node.name) ? node.name : ownValue(KEPT, node.name);
  if (name === undefined) return inner;
  const attributes = (ATTRIBUTES[name] ?? [])
    .map((attribute) => [attribute, node.attribs[attribute]] as const)
    .filter(([attribute, value]) => value !== undefined && (VALUES[attribute]?.test(value) ?? true))
    .map(([attribute, value]) => ` ${attribute}="${escapeXml(value ?? '')}"`)
    .join('');
  if (EMPTY.has(name)) return `<${name}${attributes}/>`;
  if ((name === 'a' || name === 'span') && !attributes) return inner;
  // Empty cells and arguments of equations keep their place; an empty anchor is the target of a link.
  return inner.trim() === '' && !/^(td|th|colgroup|a)$/.test(name) && !MATH.test(name) ? '' : `<${name}${attributes}>${inner}</${name}>`;
}

/** Whether a block begins a chapter, when chapters begin with `level`; level 0 means lines such as 第一章. */
const begins = (block: Node, level: number): boolean =>
  level > 0
    ? nameOf(block) === `h${level}`
    : nameOf(block) === 'p' && CHAPTER_LINE.test(textOf(block).trim()) && [...textOf(block).trim()].length <= CHAPTER_LINE_MOST;

/** The heading level at which the text is split: the highest that occurs twice, else the highest; null without any heading. */
function splitLevel(blocks: readonly Node[]): number | null {
  const counts = [1, 2, 3].map((level) => blocks.filter((block) => nameOf(block) === `h${level}`).length);
  const often = counts.findIndex((count) => count > 1);
  if (often >= 0) return often + 1;
  if (blocks.some((block) => begins(block, 0))) return 0;
  const once = counts.findIndex((count) => count === 1);
  return once >= 0 ? once + 1 : null;
}

const topBlocks = (html: string): Node[] =>
  blocksOf(parseDocument(html).children).filter((node) => node.type !== 'text' || textOf(node).trim() !== '');

const picturesIn = (node: Node): string[] =>
  nameOf(node) === 'img' && 'attribs' in node ? [node.attribs['src'] ?? ''] : 'children' in node ? node.children.flatMap(picturesIn) : [];

/** Sources of the pictures of a text, each once. */
export const pictureSources = (html: string): string[] => [...new Set(parseDocument(html).children.flatMap(picturesIn))];

/** Number of places where each way to split finds the beginning of a chapter. */
export function splitCounts(html: string): Readonly<Record<'1' | '2' | '3' | 'line', number>> {
  const blocks = topBlocks(html);
  const count = (level: number): number => blocks.filter((block) => begins(block, level)).length;
  return { '1': count(1), '2': count(2), '3': count(3), line: count(0) };
}

const levelOf = (split: Split, blocks: readonly Node[]): number | null => {
  if (split === 'auto') return splitLevel(blocks);
  return split === 'none' ? null : split === 'line' ? 0 : Number(split);
};

/** Splits HTML into chapters of well-formed XHTML. `title` names a text without headings, and what comes before the first one. */
export function chaptersOf(html: string, title: string, { split = 'auto', pictureOf = () => null }: ChapterOptions = {}): Chapters {
  const blocks = topBlocks(html);
  const level = levelOf(split, blocks);
  // The title page has the title of the book already.
  if (blocks[0] && HEADING.test(nameOf(blocks[0])) && textOf(blocks[0]).trim() === title) blocks.shift();
  const left: Left = { pictures: 0, pictureOf };
  const parts: { title: string; heading: Node | null; nodes: Node[] }[] = [];
  for (const block of blocks) {
    if (level !== null && begins(block, level)) parts.push({ title: titleOf(block).replace(/\s+/g, ' ').trim() || title, heading: block, nodes: [] });
    else {
      if (parts.length === 0) parts.push({ title, heading: null, nodes: [] });
      parts.at(-1)?.nodes.push(block);
    }
  }
  const chapters = parts.map((part) => {
    const body = part.nodes
      .map((node) => {
        const xhtml = xhtmlOf(node, left);
        const block = BLOCKS.has(KEPT[nameOf(node)] ?? '') || HEADING.test(nameOf(node));
        return xhtml.trim() === '' || block ? xhtml : `<p>${xhtml.trim()}</p>`;
      })
      .filter((xhtml) => xhtml.trim() !== '')
      .join('\n');
    const heading = part.heading && 'children' in part.heading ? part.heading.children.map((child) => xhtmlOf(child, left)).join('') : '';
    return {
      title: part.title,
      ...(heading.includes('<') ? { heading } : {}),
      body,
      characters: [...part.nodes.map(textOf).join('').replace(/\s+/g, '')].length,
    };
  });
  return { chapters: chapters.filter((chapter) => chapter.body !== '' || chapter.title !== title), pictures: left.pictures };
}
