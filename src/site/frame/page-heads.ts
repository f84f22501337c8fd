import { firstHeadOf, plainPath, type PageHead } from '../../../contract/content/page.ts';
import type { FoundPage } from '../../../contract/site-page.ts';

let find: (path: string) => FoundPage | null = () => null;

/** Makes the pages of all areas known, once their list has been loaded. */
export function learnSitePages(finder: typeof find): void {
  find = finder;
}

/** Returns the metadata of a path; null for an unknown path and for a page of a list that is not loaded yet. */
export const headOf = (path: string): PageHead | null => firstHeadOf(path) ?? find(plainPath(path))?.page.head ?? null;

/** Returns the query parameters that belong to the canonical address of a path; undefined where the page does not name them. */
export const keptQuery = (path: string): readonly string[] | undefined => find(plainPath(path))?.page.keep;
