import { ownValue } from '../../../contract/own-value.ts';
import { parseDocument } from 'htmlparser2';
import { xmlText } from './xml-text.ts';

interface HtmlNode {
  readonly type: string;
  readonly name?: string;
  readonly data?: string;
  readonly attribs?: Readonly<Record<string, string>>;
  readonly children?: readonly HtmlNode[];
}

/** Inline elements of HTML and their JATS names. */
const INLINE: Readonly<Record<string, string>> = { em: 'italic', i: 'italic', strong: 'bold', b: 'bold', sup: 'sup', sub: 'sub', u: 'underline' };
const LISTS: Readonly<Record<string, string>> = { ul: 'bullet', ol: 'order' };

const childrenOf = (node: HtmlNode): readonly HtmlNode[] => node.children ?? [];

function inline(node: HtmlNode): string {
  if (node.type === 'text') return xmlText(node.data ?? '');
  const inner = childrenOf(node).map(inline).join('');
  const name = INLINE[node.name ?? ''];
  if (name) return inner === '' ? '' : `<${name}>${inner}</${name}>`;
  const href = node.attribs?.['href'] ?? '';
  if (node.name === 'a' && /^https?:/.test(href)) return `<ext-link ext-link-type="uri" xlink:href="${xmlText(href)}">${inner}</ext-link>`;
  return inner;
}

const paragraph = (node: HtmlNode): string => {
  const text = childrenOf(node).map(inline).join('').trim();
  return text === '' ? '' : `<p>${text}</p>`;
};

function block(node: HtmlNode): string {
  const { name = '' } = node;
  if (node.type === 'text') return (node.data ?? '').trim() === '' ? '' : `<p>${xmlText((node.data ?? '').trim())}</p>`;
  const list = ownValue(LISTS, name);
  if (list) {
    const items = childrenOf(node)
      .filter((one) => one.name === 'li')
      .map((one) => `<list-item>${paragraph(one) || '<p/>'}</list-item>`);
    return items.length === 0 ? '' : `<list list-type="${list}">${items.join('')}</list>`;
  }
  if (name === 'blockquote') {
    const inner = childrenOf(node).map(block).join('');
    return inner === '' ? '' : `<disp-quote>${inner}</disp-quote>`;
  }
  if (name === 'div' || name === 'section') return childrenOf(node).map(block).join('');
  return paragraph(node);
}

/** Returns the content of a JATS `body` from the sanitised HTML of an article: headings become sections. */
export function jatsBody(html: string): string {
  const root = parseDocument(html) as HtmlNode;
  const parts: string[] = [];
  let open = 0;
  let empty = false;
  const close = (level: number): void => {
    for (; open > level; open -= 1) {
      parts.push(`${empty ? '<p/>' : ''}</sec>`);
      empty = false;
    }
  };
  for (const node of childrenOf(root)) {
    const heading = /^h([1-4])$/.exec(node.name ?? '');
    if (heading) {
      const level = Math.min(Math.max(1, Number(heading[1]) - 1), open + 1);
      close(level - 1);
      parts.push(`<sec><title>${childrenOf(node).map(inline).join('').trim()}</title>`);
      open += 1;
      empty = true;
      continue;
    }
    const made = block(node);
    if (made === '') continue;
    parts.push(made);
    empty = false;
  }
  close(0);
  return parts.join('');
}
