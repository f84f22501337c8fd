import type { DrawnText } from './drawn-text.ts';
import type { Faults } from './fault.ts';
import type { PageWindows } from './page-windows.ts';

const MEDIA = 'img,svg,video,audio,canvas,iframe,object,math,hr,input,select,textarea,button,table,meter,progress';
const HIDDEN = 2;
const COLOURED = /rgba?\((?!0, 0, 0, 0\))/;

/** Finds pages on which nothing is drawn. */
export function blankPages(inside: Document, texts: readonly DrawnText[], windows: PageWindows, most: number, faults: Faults): void {
  if (windows.scrolled && windows.pages > 1) return;
  const blank = new Set(Array.from({ length: Math.min(windows.pages, most) }, (_, page) => page));
  const drawn = (rect: DOMRect): void => {
    if (rect.width <= HIDDEN || rect.height <= HIDDEN) return;
    // A part may begin before a page and end on it.
    const end = windows.pageOf(new DOMRect(rect.right - 1, rect.bottom - 1, 1, 1));
    for (let page = windows.pageOf(rect); page <= end; page++) blank.delete(page);
    blank.delete(windows.pageOf(rect));
  };
  for (const { rects } of texts) for (const rect of rects) drawn(rect);
  for (const part of inside.body?.querySelectorAll(MEDIA) ?? []) if (isSeen(part)) for (const rect of part.getClientRects()) drawn(rect);
  // Only a page that looks blank so far is worth the styles of all elements.
  if (blank.size > 0)
    for (const part of inside.body?.querySelectorAll('*') ?? []) if (isPainted(part)) for (const rect of part.getClientRects()) drawn(rect);
  for (const page of blank) faults.add({ kind: 'blank', page, at: null, text: '', weight: 1 });
}

function isSeen(part: Element): boolean {
  if (getComputedStyle(part).visibility !== 'visible') return false;
  const picture = part as HTMLImageElement;
  return part.localName !== 'img' || picture.naturalWidth > 0 || Boolean(picture.alt);
}

/** Whether the element has a background, a border or generated text. */
function isPainted(part: Element): boolean {
  const style = getComputedStyle(part);
  if (style.visibility !== 'visible') return false;
  if (COLOURED.test(style.backgroundColor) || style.backgroundImage !== 'none') return true;
  if ([style.borderTopWidth, style.borderBottomWidth, style.borderLeftWidth].some((width) => Number.parseFloat(width) > 0)) return true;
  return ['::before', '::after'].some((kind) => !/^(none|normal|""|'')$/.test(getComputedStyle(part, kind).content));
}
