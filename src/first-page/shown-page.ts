import type { PageFrame } from '../reader-engine/page-frame.ts';
import type { Target } from '../reader-engine/open-book.ts';

/** A first page that stands on the ground before the house is there. */
export interface ShownPage {
  readonly publishId: number;
  readonly editionId: number;
  /** The `at` of the address. */
  readonly at: string | null;
  readonly frame: PageFrame;
  /** What was asked for; another answer of the house leads away from this page, unless the reader has turned it. */
  readonly target: Target;
  turned: boolean;
  /** The tools were asked for before there were any. */
  called: boolean;
  /** Turning goes over to whoever takes the page. */
  release(): void;
}

let shown: ShownPage | null = null;
let over = false;

export const putShownPage = (page: ShownPage): void => void (shown = page);
/** The house has begun to open a book by itself. */
export const isPastDeadline = (): boolean => over;
export const hasShownPage = (): boolean => shown !== null;

/** The page that was shown for this address, once. A page of another book, or of an edition before, is gone afterwards. */
export function takeShownPage(publishId: number, editionId: number, at: string | null): ShownPage | null {
  const page = shown;
  shown = null;
  over = true;
  if (!page) return null;
  page.release();
  if (page.publishId === publishId && page.editionId === editionId && page.at === at) return page;
  page.frame.destroy();
  return null;
}
