import type { BookDetail } from '../../../contract/catalog/book.ts';
import { READER_PATH } from '../../../contract/reading/reader-path.ts';
import type { Page } from '../page.service.ts';
import { firstReaderPage } from './first-reader-page.ts';
import { firstSkeleton } from './first-skeleton.ts';

const ROOT = '<div id="root"></div>';
const STAGE = '</iframe></div>';
const STYLE_SHEET = /\s*<link rel="stylesheet"[^>]*>/g;

/** The built HTML of a page and the links of its lazy screen, before the page is written into it. */
interface Shell {
  readonly shell: string;
  readonly links: string;
}

/**
 * Makes a page visible before its scripts and style sheets have arrived: a skeleton of the site, or the title and the first text of a book. The
 * style sheets of the site follow the skeleton, because one in the head would delay the first paint; the script still waits for them.
 * A browser with the service worker has everything on the device: there a skeleton would only flash.
 */
export function paintEarly(given: Shell, path: string, page: Page, signedIn: boolean): Shell {
  if (page.status !== 200) return given;
  if (path === READER_PATH) {
    const book = page.data.find(([key]) => key === 'GET /cms/publish/getInfo/{publishId}')?.[2] as BookDetail | undefined;
    if (!book) return given;
    const shell = given.shell.replace(' blocking="render"', '').replace(STAGE, () => STAGE + firstReaderPage(book, page.firstPage));
    return { ...given, shell };
  }
  const skeleton = firstSkeleton(path, page, signedIn);
  if (!skeleton || !given.shell.includes(ROOT)) return given;
  const styles = [...(given.shell.match(STYLE_SHEET) ?? []), ...(given.links.match(STYLE_SHEET) ?? [])].join('');
  const shell = given.shell.replace(STYLE_SHEET, '').replace(ROOT, () => ROOT + skeleton + styles);
  return { shell, links: given.links.replace(STYLE_SHEET, '') };
}
