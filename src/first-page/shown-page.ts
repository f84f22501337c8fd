import type { PageFrame } from '../reader-engine/frame/page-frame.ts';
import type { PendingInput } from '../reader-engine/page-input.ts';
import type { Target } from '../reader-engine/open-book.ts';

/** A first page that is visible before the application has started. */
export interface ShownPage {
  readonly publishId: number;
  readonly editionId: number;
  /** The `at` parameter of the address. */
  readonly at: string | null;
  /** The frame of the visible page. */
  readonly frame: PageFrame;
  /** Its neighbour, if it is laid out. */
  readonly other: PageFrame | null;
  /** The requested position. If the application gets another one, it replaces this page, unless the reader has turned it. */
  readonly target: Target;
  turned: boolean;
  /** The toolbars were requested before they existed. */
  called: boolean;
  /** Input that only the application can handle, such as a turn to another chapter. It is repeated there. */
  readonly asked: readonly PendingInput[];
  /** Hands over page turning to the new owner of the page. */
  release(): void;
}

let shown: ShownPage | null = null;
let over = false;

export const putShownPage = (page: ShownPage): void => void (shown = page);
/** True if the application has started to open the book without the first page. */
export const isPastDeadline = (): boolean => over;
export const hasShownPage = (): boolean => shown !== null;

/** Returns the page shown for this address, once. A page of another book or an older edition is removed afterwards. */
export function takeShownPage(publishId: number, editionId: number, at: string | null): ShownPage | null {
  const page = shown;
  shown = null;
  over = true;
  if (!page) return null;
  page.release();
  if (page.publishId === publishId && page.editionId === editionId && page.at === at) return page;
  page.frame.destroy();
  page.other?.destroy();
  return null;
}
