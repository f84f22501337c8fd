import type { FirstQuery } from './content/first-queries.ts';
import type { PageHead, PageQuery } from './content/page.ts';

/** Parameters of a path pattern: `{ scholarId: '7' }`. */
export type PathParams = Readonly<Record<string, string>>;

/** A page of the public site or of the reader's own area, apart from the most visited pages, which `content/page.ts` lists. */
export interface SitePage {
  /** `/cms/main/wechatArticle/:articleId`. A parameter whose name ends in `Id` is a positive number. */
  readonly path: string;
  readonly head: PageHead;
  /** The module of its screen below `src/site`, which the server lets the browser load in parallel with the entry script. */
  readonly screen: string;
  /** The queries of the first screen, which the server answers within the page. */
  readonly first?: (params: PathParams, query: PageQuery) => readonly FirstQuery[];
  /** Query parameters that select another content, and so belong to the canonical address. */
  readonly keep?: readonly string[];
  /** False: without the bars of the site, as the pages of signing in. */
  readonly framed?: boolean;
  /** False: not in the sitemap although search engines may index it, because its content has entries of its own. */
  readonly inSiteMap?: boolean;
}

const NUMBER = '[1-9]\\d{0,14}';
const WORD = '[\\w-]{1,40}';

/** Returns the pattern of a page's paths. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, (_place, name: string) => `(?<${name}>${name.endsWith('Id') ? NUMBER : WORD})`)}$`);
}

export interface FoundPage {
  readonly page: SitePage;
  readonly params: PathParams;
}

/** Returns a function that finds the page of a path without its query; null for a path of no page. */
export function pageFinder(pages: readonly SitePage[]): (path: string) => FoundPage | null {
  const all = pages.map((page) => ({ page, pattern: patternOf(page.path) }));
  return (path) => {
    for (const { page, pattern } of all) {
      const found = pattern.exec(path);
      if (found) return { page, params: { ...found.groups } };
    }
    return null;
  };
}
