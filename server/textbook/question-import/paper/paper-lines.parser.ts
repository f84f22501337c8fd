import { escapeHtml } from '../read-question.format.ts';
import { elementsOf, htmlOf, isXml, readXml, type Xml, type XmlContent } from '../question-xml.parser.ts';

/** One line of a paper as inline HTML, or a block such as a table. `number` counts lines of a text and paragraphs of a document. */
export interface PaperLine {
  readonly html: string;
  readonly number: number;
  readonly isBlock: boolean;
}

export const linesOfText = (text: string): PaperLine[] =>
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line, at) => ({ html: escapeHtml(line), number: at + 1, isBlock: false }));

/** Underlined spaces are a blank to write in. */
const withBlanks = (html: string): string => html.replace(/<(u|ins)>(?:[\s\u00a0\u3000]|&nbsp;){2,}<\/\1>/g, '____');

const LISTS: ReadonlySet<string> = new Set(['ol', 'ul']);
const BLOCKS: ReadonlySet<string> = new Set(['table', 'figure', 'aside']);
const letterOf = (value: number): string => String.fromCharCode(64 + Math.min(26, Math.max(1, value)));

/** The number of an item that the program draws, as a person types it. */
function labelOf(list: Xml, item: Xml, at: number): string {
  const value = Number(item.attributes['value']) || (Number(list.attributes['start']) || 1) + at;
  switch (list.name === 'ol' && list.attributes['class'] !== 'plain' ? (list.attributes['type'] ?? '1') : '') {
    case '1':
      return `${value}. `;
    case 'A':
    case 'a':
      return `${letterOf(value)}. `;
    default:
      return '';
  }
}

/** The paragraphs of a converted document, with the numbers of lists as text. */
export function linesOfHtml(html: string): PaperLine[] {
  const lines: PaperLine[] = [];
  let number = 0;
  const add = (nodes: readonly XmlContent[], label = ''): void => {
    number += 1;
    for (const [at, piece] of htmlOf(nodes)
      .split(/<br\s*\/?>/)
      .entries())
      lines.push({ html: withBlanks((at === 0 ? label : '') + piece), number, isBlock: false });
  };
  const walk = (element: Xml): void => {
    for (const child of elementsOf(element)) {
      if (LISTS.has(child.name)) {
        let at = 0;
        for (const item of elementsOf(child, 'li')) {
          const inner = item.children.filter((node) => !isXml(node) || !LISTS.has(node.name));
          const paragraphs = inner.filter((node): node is Xml => isXml(node) && node.name === 'p');
          const label = labelOf(child, item, at);
          if (paragraphs.length > 0) for (const [place, one] of paragraphs.entries()) add(one.children, place === 0 ? label : '');
          else add(inner, label);
          walk({ ...item, children: item.children.filter((node) => isXml(node) && LISTS.has(node.name)) });
          at += 1;
        }
      } else if (BLOCKS.has(child.name)) {
        number += 1;
        lines.push({ html: htmlOf([child]), number, isBlock: true });
      } else if (/^(?:p|h[1-6])$/.test(child.name)) add(child.children);
      else walk(child);
    }
  };
  walk(readXml(`<body>${html}</body>`));
  return lines;
}
