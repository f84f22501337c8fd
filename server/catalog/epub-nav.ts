import type { TocNode } from '../../contract/reading/prepared-book.ts';
import { targetOf } from './epub-path.ts';
import { all, first, lineOf, xmlEscape, type Element } from './epub-xml.ts';

const DEPTH = 8;
const TITLE_LENGTH = 200;

/** The table of contents of a navigation document (EPUB 3). */
export function navToc(tree: Element, path: string): TocNode[] {
  const navs = all(tree, 'nav');
  const toc = navs.find((nav) => nav.attributes['type']?.split(/\s+/).includes('toc') || nav.attributes['role'] === 'doc-toc') ?? navs[0];
  const list = toc && first(toc, 'ol');
  return list ? navList(list, path, 1) : [];
}

function navList(list: Element, path: string, depth: number): TocNode[] {
  return list.children
    .filter((child) => child.name === 'li')
    .flatMap((item) => {
      const label = item.children.find((child) => child.name === 'a' || child.name === 'span') ?? first(item, 'a');
      const below = item.children.find((child) => child.name === 'ol');
      return node(label?.text ?? '', label?.attributes['href'] ?? '', path, below && depth < DEPTH ? navList(below, path, depth + 1) : []);
    });
}

/** The table of contents of an NCX file (EPUB 2). */
export function ncxToc(tree: Element, path: string): TocNode[] {
  const map = first(tree, 'navMap');
  return map ? ncxPoints(map, path, 1) : [];
}

function ncxPoints(parent: Element, path: string, depth: number): TocNode[] {
  return parent.children
    .filter((child) => child.name === 'navPoint')
    .flatMap((point) => {
      const label = point.children.find((child) => child.name === 'navLabel');
      const content = point.children.find((child) => child.name === 'content');
      return node(label?.text ?? '', content?.attributes['src'] ?? '', path, depth < DEPTH ? ncxPoints(point, path, depth + 1) : []);
    });
}

function node(label: string, address: string, path: string, children: TocNode[]): TocNode[] {
  const target = targetOf(address, path);
  const href = target.kind === 'inside' ? `${target.path}${target.fragment}` : '';
  const title = lineOf(label).slice(0, TITLE_LENGTH);
  return title || href ? [{ title: title || '未命名', href, children }] : children;
}

/** An NCX of the same contents, for readers that look for one. */
export function writeNcx(toc: readonly TocNode[], title: string, identifier: string, hrefOf: (href: string) => string): string {
  let order = 0;
  const points = (nodes: readonly TocNode[]): string =>
    nodes
      .map((one) => {
        const at = ++order;
        const below = points(one.children);
        if (!one.href) return below;
        return `<navPoint id="n${at}" playOrder="${at}"><navLabel><text>${xmlEscape(one.title)}</text></navLabel><content src="${xmlEscape(hrefOf(one.href))}"/>${below}</navPoint>`;
      })
      .join('');
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<ncx xmlns="http://www.daisy.org/z3986/2005/ncx/" version="2005-1"><head><meta name="dtb:uid" content="${xmlEscape(identifier)}"/></head>` +
    `<docTitle><text>${xmlEscape(title)}</text></docTitle><navMap>${points(toc)}</navMap></ncx>`
  );
}
