import type { Landmark, PrintedPage, TocNode } from '../../../contract/reading/prepared-book.ts';
import type { BookFiles } from '../files.ts';
import type { Findings } from '../findings.ts';
import { navLandmarks, navPages, navToc, ncxPages, ncxToc, type Leads } from './nav.ts';
import type { Package } from './package.ts';
import { decoded, type Find } from '../path.ts';
import { UnreadableXml, xmlTree, type Element } from '../xml.ts';

/** Navigation of a book: contents, landmarks and the page list of the printed book. */
export interface Guide {
  readonly toc: readonly TocNode[];
  readonly landmarks: readonly Landmark[];
  readonly pages: readonly PrintedPage[];
}

interface GuideSource {
  readonly pack: Package;
  readonly files: BookFiles;
  readonly ncx: { readonly path: string; tree(): Element } | null;
  insteadOf(path: string): string;
  readonly find: Find;
  readonly findings: Findings;
}

/** Returns the guide from the navigation document, and missing parts from the files of older EPUB versions. */
export function guideOf({ pack, files, ncx, insteadOf, find, findings }: GuideSource): Guide {
  const navPath = pack.nav?.path ?? (ncx ? null : unmarkedNav(pack, files));
  const nav = navPath === null ? undefined : files.documents.get(navPath);
  const navTree = nav && navPath !== null ? xmlTree(nav.markup, navPath) : null;
  const leads: Leads = { from: navPath ?? '', insteadOf, find };
  const older: Leads = { from: ncx?.path ?? '', insteadOf, find };
  const toc = navTree ? navToc(navTree, leads) : [];
  const ncxTree = ncx && (toc.length === 0 || !navTree) ? readable(ncx, findings) : null;
  const landmarks = navTree ? navLandmarks(navTree, leads) : [];
  const pages = navTree ? navPages(navTree, leads) : [];
  return {
    toc: led(called(toc.length > 0 || !ncxTree ? toc : ncxToc(ncxTree, older), files), files, findings),
    landmarks: landmarks.length > 0 ? landmarks : pack.landmarks,
    pages: pages.length > 0 || !ncxTree ? pages : ncxPages(ncxTree, older),
  };
}

/** An unreadable table of contents is dropped; the rest of the book is still prepared. */
function readable(ncx: NonNullable<GuideSource['ncx']>, findings: Findings): Element | null {
  try {
    return ncx.tree();
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    findings.repaired(ncx.path, '读不出目录，已改用各章的标题作目录');
    return null;
  }
}

/** Finds a navigation document that the manifest does not mark. */
const unmarkedNav = (pack: Package, files: BookFiles): string | null =>
  pack.manifest.find(({ path }) => /<nav\b[^>]*\stype="[^"]*\btoc\b|<nav\b[^>]*:type="[^"]*\btoc\b/.test(files.documents.get(path)?.markup ?? ''))
    ?.path ?? null;

/** Entries that lead to no document stay as headings without a link and are reported to the editor. */
const led = (nodes: readonly TocNode[], files: BookFiles, findings: Findings): TocNode[] =>
  nodes.map((node) => {
    const path = node.href.split('#')[0] ?? '';
    const isLost = path !== '' && !files.documents.has(path);
    if (isLost) findings.lost(path, `不在书里，目录里的“${node.title.slice(0, 60)}”点不开`);
    return { ...node, href: isLost ? '' : node.href, children: led(node.children, files, findings) };
  });

/** Gives every entry a title: an entry without one gets that of its document. */
const called = (nodes: readonly TocNode[], files: BookFiles): TocNode[] => placed(nodes.map(withTitle(files)), files);

const withTitle =
  (files: BookFiles) =>
  (node: TocNode): TocNode => {
    const document = files.documents.get(node.href.split('#')[0] ?? '');
    const title = node.title || (document?.heading || document?.title || '未命名').slice(0, 200);
    return { ...node, title, children: node.children.map(withTitle(files)) };
  };

/** Adds to each entry how far inside its document it begins. */
const placed = (nodes: readonly TocNode[], files: BookFiles): TocNode[] =>
  nodes.map((node) => {
    const [path = '', fragment] = node.href.split('#');
    const at = fragment && files.documents.get(path)?.named.get(decoded(fragment));
    return { ...node, ...(at ? { at } : {}), children: placed(node.children, files) };
  });
