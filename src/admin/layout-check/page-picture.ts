import type { LayoutFinding } from '../../../contract/catalog/layout-check.ts';
import { pointOfCfi } from '../../reader-engine/cfi-point.ts';
import { type DocumentLoader, documentLoader } from '../../reader-engine/frame/document-loader.ts';
import { loadLayoutFixes } from '../../reader-engine/fit/layout-fixes.ts';
import { makeFrame, type PageFrame } from '../../reader-engine/frame/page-frame.ts';
import { spreadsOf, traitsIn } from '../../reader-engine/spreads.ts';
import { DARK, LIGHT, PAGE_ROOM } from './check-layout.ts';
import type { EditionBook } from './edition-book.ts';
import { loaded } from './loaded.ts';

/** Where a fault is on its page, in CSS pixels of the page; null for a blank page. */
export type Spot = { readonly left: number; readonly top: number; readonly width: number; readonly height: number } | null;

export interface Pictures {
  /** Lays out the page of a finding in `host`, which has the size of a page. Pages are laid out one after another. */
  draw(finding: LayoutFinding, host: HTMLElement, signal: AbortSignal): Promise<Spot>;
}

/** Pages of a book as pictures: each is the page itself, laid out by the engine of the reader. */
export function pagePictures({ base, book }: EditionBook): Pictures {
  const loader: DocumentLoader = documentLoader(base, book);
  let before: Promise<unknown> = Promise.resolve();
  return {
    draw(finding, host, signal) {
      const drawn = before.then(() => lay(finding, host, signal));
      before = drawn.catch(() => undefined);
      return drawn;
    },
  };

  async function lay(finding: LayoutFinding, host: HTMLElement, signal: AbortSignal): Promise<Spot> {
    signal.throwIfAborted();
    const [ready] = await Promise.all([loader.load(finding.document), loadLayoutFixes()]);
    signal.throwIfAborted();
    const look = finding.night ? DARK : LIGHT;
    const traits = traitsIn(book, spreadsOf(book), () => look);
    const frame = makeFrame(host, traits);
    signal.addEventListener('abort', () => frame.destroy(), { once: true });
    frame.fill(finding.document, ready, PAGE_ROOM, look);
    await loaded(frame.document, signal);
    frame.measure();
    const point = finding.cfi ? pointOfCfi(finding.cfi, frame.document) : null;
    // Another device may have other fonts, and so other pages.
    if (point && frame.pages !== finding.pages) frame.showAt(point);
    else frame.show(finding.page);
    frame.setVisible(true);
    frame.element.tabIndex = -1;
    return point ? spotOf(point, frame) : null;
  }
}

function spotOf(point: Range, frame: PageFrame): Spot {
  const at = point.startContainer;
  const range = frame.document.createRange();
  if (at.nodeType === at.TEXT_NODE) {
    range.setStart(at, point.startOffset);
    range.setEndAfter(at);
  } else range.selectNode(at);
  const { offsetLeft, offsetTop, clientWidth, clientHeight } = frame.element;
  const rects = [...range.getClientRects()].filter(
    ({ left, top, right, bottom }) => right > 0 && bottom > 0 && left < clientWidth && top < clientHeight,
  );
  if (rects.length === 0) return null;
  const left = Math.max(0, Math.min(...rects.map((rect) => rect.left)));
  const top = Math.max(0, Math.min(...rects.map((rect) => rect.top)));
  return {
    left: offsetLeft + left,
    top: offsetTop + top,
    width: Math.min(clientWidth, Math.max(...rects.map((rect) => rect.right))) - left,
    height: Math.min(clientHeight, Math.max(...rects.map((rect) => rect.bottom))) - top,
  };
}
