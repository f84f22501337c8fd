import type { DrawnText } from './drawn-text.ts';
import type { Faults } from './fault.ts';
import type { PageWindows } from './page-windows.ts';

/** Part of a letter that may be outside: hanging punctuation and the room around a letter are no loss. */
const ALONG = 0.35;
const ACROSS = 0.5;
/** Rounding, in pixels, and the share of a picture or table that may be outside. */
const SLACK = 2;
const SHARE = 0.03;
const HIDDEN = 2;
const MEDIA = 'img,svg,video,canvas,iframe,object,table';
/** Printed page numbers are in the margin. */
const MARGIN = '[role~="doc-pagebreak"],[epub\\:type~="pagebreak"]';

/** Finds text, pictures and tables that are outside their page, or cut off by a box of the book. */
export function cutContent(inside: Document, texts: readonly DrawnText[], windows: PageWindows, faults: Faults): void {
  const boxes = new Map<Element, Box>();
  for (const { text, element, style, rects } of texts) {
    const box = boxAround(element, boxes);
    if (box === 'scrolls' || element.closest(`svg,${MARGIN}`) || isAside(element)) continue;
    const em = Number.parseFloat(style.fontSize);
    for (const rect of rects) {
      const out = windows.beyond(rect);
      if (!out) continue;
      const hidden = box ? hiddenBy(rect, box) : 0;
      const worst = Math.max(out.along - ALONG * em, out.across - ACROSS * em, hidden - ACROSS * em);
      if (worst > SLACK) faults.add({ kind: 'cut', page: windows.pageOf(rect), at: text, text: text.data, weight: worst });
    }
  }
  for (const part of inside.body?.querySelectorAll(MEDIA) ?? []) {
    if (part.parentElement?.closest('svg,[data-scroll]') || boxAround(part, boxes) === 'scrolls') continue;
    if (part.localName === 'table' && part.hasAttribute('data-scroll')) continue;
    if (getComputedStyle(part).visibility !== 'visible') continue;
    for (const rect of part.getClientRects()) {
      if (rect.width <= HIDDEN || rect.height <= HIDDEN) continue;
      const out = windows.beyond(rect);
      const worst = out ? Math.max(out.along - SHARE * (windows.vertical ? rect.height : rect.width), out.across - SHARE * rect.height) : 0;
      if (worst > SLACK) faults.add({ kind: 'cut', page: windows.pageOf(rect), at: part, text: nameOf(part), weight: worst });
    }
  }
}

const nameOf = (part: Element): string =>
  part.localName === 'table' ? `表格：${part.textContent.replace(/\s+/g, ' ').trim()}` : `图：${part.getAttribute('alt') ?? ''}`;

/** A number in the margin. */
const isAside = (element: Element): boolean =>
  element.closest('span') !== null && getComputedStyle(element.closest('span') as Element).position === 'absolute';

/** The nearest box that hides what reaches out of it; `scrolls`: a reader can scroll to it. */
type Box = Element | 'scrolls' | null;

function boxAround(element: Element, known: Map<Element, Box>): Box {
  const found = known.get(element);
  if (found !== undefined) return found;
  const { body } = element.ownerDocument;
  let box: Box = null;
  if (element !== body && element.parentElement) {
    const { overflowX, overflowY, display } = getComputedStyle(element);
    const ways = `${overflowX} ${overflowY}`;
    if (display === 'inline' || ways === 'visible visible') box = boxAround(element.parentElement, known);
    else if (/auto|scroll/.test(ways)) box = 'scrolls';
    else if (element.localName === 'svg') box = null;
    else box = element;
  }
  known.set(element, box);
  return box;
}

/** Returns how far a text is outside all parts of a box; a box on several pages has a part on each. */
function hiddenBy(rect: DOMRect, box: Element): number {
  const outside = [...box.getClientRects()].map((part) =>
    Math.max(0, part.left - rect.left, rect.right - part.right, part.top - rect.top, rect.bottom - part.bottom),
  );
  return outside.length > 0 ? Math.min(...outside) : 0;
}
