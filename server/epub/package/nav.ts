import type { Landmark, PrintedPage, TocNode } from '../../../contract/reading/prepared-book.ts';
import { directed } from '../direction.ts';
import { targetOf, type Find } from '../path.ts';
import { all, first, lineOf, xmlEscape, type Element } from '../xml.ts';

const DEPTH = 8;
const TITLE_LENGTH = 200;
const PAGES = 5_000;

/** Base of the addresses in a navigation file, and the replacements for unsupported files. */
export interface Leads {
  readonly from: string;
  insteadOf(path: string): string;
  readonly find: Find;
}

const navOf = (tree: Element, kind: string): Element | undefined =>
  all(tree, 'nav').find(
    (nav) => nav.attributes['type']?.split(/\s+/).includes(kind) || nav.attributes['role'] === `doc-${kind.replace('page-list', 'pagelist')}`,
  );

/** Returns the table of contents of a navigation document (EPUB 3). */
export function navToc(tree: Element, leads: Leads): TocNode[] {
  const toc = navOf(tree, 'toc') ?? all(tree, 'nav').find((nav) => !nav.attributes['type'] && !nav.attributes['role']);
  if (!toc) return [];
  const outside = toc.attributes['dir'] ?? first(tree, 'body')?.attributes['dir'] ?? first(tree, 'html')?.attributes['dir'];
  const listed = entriesIn(toc, leads, 1, outside);
  // Without a list, its links are the entries.
  return listed.length > 0 ? listed : all(toc, 'a').flatMap((link) => entry(link, leads, [], outside));
}

const LISTS: ReadonlySet<string> = new Set(['ol', 'ul', 'menu', 'dir']);
const holdsList = (element: Element): boolean => element.children.some((child) => LISTS.has(child.name) || child.name === 'li' || holdsList(child));

/** Returns the entries of the lists in an element, however they are nested: a list may have either type and may be in a `div`. */
function entriesIn(element: Element, leads: Leads, depth: number, around: string | undefined): TocNode[] {
  return element.children.flatMap((child) => {
    const direction = child.attributes['dir'] ?? around;
    if (child.name === 'li') return itemOf(child, leads, depth, direction);
    if (!holdsList(child)) return [];
    return entriesIn(child, leads, depth, direction);
  });
}

function itemOf(item: Element, leads: Leads, depth: number, direction: string | undefined): TocNode[] {
  const children = depth < DEPTH ? entriesIn(item, leads, depth + 1, direction) : [];
  const label = labelElement(item);
  return label ? entry(label, leads, children, direction) : children;
}

function entry(label: Element, leads: Leads, children: TocNode[], direction: string | undefined): TocNode[] {
  const link = label.name === 'a' ? label : first(label, 'a');
  return node(directed(labelOf(label), label.attributes['dir'] ?? direction), link?.attributes['href'] ?? '', leads, children);
}

/** Returns the element that names an entry: its link, or other content before the nested lists. */
function labelElement(item: Element): Element | undefined {
  const own = item.children.filter((child) => !LISTS.has(child.name));
  const link = own.find((child) => child.name === 'a') ?? own.filter((child) => !holdsList(child)).flatMap((child) => all(child, 'a'))[0];
  if (link) return link;
  const named = own.find((child) => !holdsList(child) && labelOf(child) !== '');
  if (named) return named;
  const below = item.children.filter((child) => LISTS.has(child.name)).map((child) => child.text);
  const text = below.reduce((rest, list) => rest.replace(list, ' '), item.text);
  return lineOf(text) ? { name: 'span', attributes: {}, children: [], text } : undefined;
}

/** A label may be a picture: its alternative text is used. */
const labelOf = (label: Element): string =>
  lineOf(label.text) ||
  lineOf(
    all(label, 'img')
      .map((picture) => picture.attributes['alt'] ?? '')
      .join(' '),
  ) ||
  lineOf(label.attributes['title'] ?? label.attributes['label'] ?? '');

/** Returns landmarks by type (`bodymatter`, `cover`, …). */
export function navLandmarks(tree: Element, leads: Leads): Landmark[] {
  const nav = navOf(tree, 'landmarks');
  return nav ? all(nav, 'a').flatMap((link) => landmark(link.attributes['type'] ?? '', labelOf(link), link.attributes['href'] ?? '', leads)) : [];
}

export function landmark(kinds: string, title: string, address: string, leads: Leads): Landmark[] {
  const href = hrefOf(address, leads);
  return href ? [{ kind: kinds.trim().split(/\s+/)[0] ?? '', title: title.slice(0, TITLE_LENGTH), href }] : [];
}

/** Returns the start positions of the pages of the printed book. */
export function navPages(tree: Element, leads: Leads): PrintedPage[] {
  const nav = navOf(tree, 'page-list');
  return nav
    ? all(nav, 'a')
        .flatMap((link) => page(labelOf(link), link.attributes['href'] ?? '', leads))
        .slice(0, PAGES)
    : [];
}

export function ncxPages(tree: Element, leads: Leads): PrintedPage[] {
  return all(tree, 'pageTarget')
    .flatMap((target) =>
      page(
        lineOf(first(target, 'navLabel')?.text ?? '') || (target.attributes['value'] ?? ''),
        first(target, 'content')?.attributes['src'] ?? '',
        leads,
      ),
    )
    .slice(0, PAGES);
}

function page(label: string, address: string, leads: Leads): PrintedPage[] {
  const href = hrefOf(address, leads);
  return href && label ? [{ label: label.slice(0, 20), href }] : [];
}

/** Returns the table of contents of an NCX file (EPUB 2). */
export function ncxToc(tree: Element, leads: Leads): TocNode[] {
  // A truncated or hand-made list may lack the element around its points.
  return ncxPoints(first(tree, 'navMap') ?? first(tree, 'ncx') ?? tree, leads, 1);
}

function ncxPoints(parent: Element, leads: Leads, depth: number): TocNode[] {
  return parent.children
    .filter((child) => child.name === 'navPoint')
    .flatMap((point) => {
      const label = point.children.find((child) => child.name === 'navLabel');
      const content = point.children.find((child) => child.name === 'content');
      return node(label?.text ?? '', content?.attributes['src'] ?? '', leads, depth < DEPTH ? ncxPoints(point, leads, depth + 1) : []);
    });
}

function node(label: string, address: string, leads: Leads, children: TocNode[]): TocNode[] {
  const href = hrefOf(address, leads);
  const title = lineOf(label).slice(0, TITLE_LENGTH);
  return title || href ? [{ title, href, children }] : children;
}

/** Returns path and fragment; empty when the address leads to no file of the book. */
function hrefOf(address: string, { from, insteadOf, find }: Leads): string {
  const target = targetOf(address, from, find);
  return target.kind === 'inside' ? `${insteadOf(target.path)}${target.fragment}` : '';
}

/** Returns an NCX with the same contents, for readers that need one. */
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
