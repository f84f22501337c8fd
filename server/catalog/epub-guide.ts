import type { Landmark, PrintedPage, TocNode } from '../../contract/reading/prepared-book.ts';
import type { BookFiles } from './epub-files.ts';
import { navLandmarks, navPages, navToc, ncxPages, ncxToc, type Leads } from './epub-nav.ts';
import type { Package } from './epub-package.ts';
import { decoded, type Find } from './epub-path.ts';
import { xmlTree, type Element } from './epub-xml.ts';

/** How a reader finds his way: by contents, by kinds of places, by the pages of the printed book. */
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
}

/** From the navigation document; what it does not say, from the files of older books. */
export function guideOf({ pack, files, ncx, insteadOf, find }: GuideSource): Guide {
  const nav = pack.nav && files.documents.get(pack.nav.path);
  const navTree = nav && pack.nav ? xmlTree(nav.markup, pack.nav.path) : null;
  const leads: Leads = { from: pack.nav?.path ?? '', insteadOf, find };
  const older: Leads = { from: ncx?.path ?? '', insteadOf, find };
  const toc = navTree ? navToc(navTree, leads) : [];
  const ncxTree = ncx && (toc.length === 0 || !navTree) ? ncx.tree() : null;
  const landmarks = navTree ? navLandmarks(navTree, leads) : [];
  const pages = navTree ? navPages(navTree, leads) : [];
  return {
    toc: placed(toc.length > 0 || !ncxTree ? toc : ncxToc(ncxTree, older), files),
    landmarks: landmarks.length > 0 ? landmarks : pack.landmarks,
    pages: pages.length > 0 || !ncxTree ? pages : ncxPages(ncxTree, older),
  };
}

/** Contents that say how far inside their documents they begin. */
const placed = (nodes: readonly TocNode[], files: BookFiles): TocNode[] =>
  nodes.map((node) => {
    const [path = '', fragment] = node.href.split('#');
    const at = fragment && files.documents.get(path)?.named.get(decoded(fragment));
    return { ...node, ...(at ? { at } : {}), children: placed(node.children, files) };
  });
