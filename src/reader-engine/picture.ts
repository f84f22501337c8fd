import type { PageFrame } from './frame/page-frame.ts';

/** A picture or a table that the user opens enlarged. */
export type Picture =
  | { readonly kind: 'image'; readonly src: string; readonly name: string }
  /** A drawing or a table, with the styles of its document: for a frame of its own that may do nothing. */
  | { readonly kind: 'markup'; readonly markup: string; readonly name: string };

/** Ornaments and inline symbols are smaller than this, in page pixels, and do not count as pictures. */
const LEAST = 48;
/** A formula that was scaled down to fit its line counts as a picture. */
const DRAWN = 'img,svg,table,math[style*="zoom"]';
const KINDS = `${DRAWN},image`;
/** A picture that takes a larger share of the height than this counts as a full page. */
const FILLS = 0.8;
/** Maximum milliseconds between the two taps of a double tap. */
const TWICE_MS = 400;

/** Whether the picture is all or nearly all of the page, so that taps on it turn the page. */
function isPage(picture: Element, height: number): boolean {
  const { body } = picture.ownerDocument;
  const text = body.textContent.replace(picture.textContent, '');
  return picture.getBoundingClientRect().height > height * FILLS || text.trim() === '';
}

/**
 * Called for each tap: returns the picture to enlarge, or null where there is no picture or a link. A full-page picture is tapped
 * like a page: its sides turn the page and its middle shows the toolbars. There a double tap enlarges it.
 */
export function tappedPictures(): (event: Pick<Event, 'target' | 'timeStamp'>, middle: boolean, height: number) => Picture | null {
  let last: { readonly on: Element; readonly at: number } | null = null;
  return ({ target, timeStamp }, middle, height) => {
    const found = (target as Element | null)?.closest(KINDS);
    const whole = found?.closest('svg') ?? found;
    if (!whole || whole.closest('a[href]') || !isLarge(whole)) return null;
    if (!isPage(whole, height)) return pictureOf(whole);
    const twice = middle && last?.on === whole && timeStamp - last.at < TWICE_MS;
    last = middle && !twice ? { on: whole, at: timeStamp } : null;
    return twice ? pictureOf(whole) : null;
  };
}

/** Returns the pictures on the visible page, in order. */
export function picturesIn(inside: Document, width: number, height: number): Picture[] {
  return [...inside.querySelectorAll(DRAWN)].flatMap((element) => {
    const box = element.getBoundingClientRect();
    const seen = box.right > 1 && box.left < width - 1 && box.bottom > 1 && box.top < height - 1;
    return seen && isLarge(element) && !element.parentElement?.closest('svg,table') ? [pictureOf(element)] : [];
  });
}

/** Returns a point at the first picture of a page without text; null where there is no picture either. */
export function pointAtPicture(frame: PageFrame): Range | null {
  const { document, page, pages, scrolled } = frame;
  if (pages < 2 || scrolled) return null;
  const first = [...document.querySelectorAll('img,svg,table,video,hr')].find((one) => one.getClientRects().length > 0 && frame.pageOf(one) === page);
  if (!first) return null;
  const point = document.createRange();
  point.setStart(first, 0);
  point.collapse(true);
  return point;
}

function isLarge(element: Element): boolean {
  const box = element.getBoundingClientRect();
  const smaller = (element as HTMLElement | SVGElement).style.zoom !== '';
  return smaller || (box.width >= LEAST && box.height >= LEAST);
}

function pictureOf(element: Element): Picture {
  const name = nameOf(element);
  if (element.localName === 'img') return { kind: 'image', src: (element as HTMLImageElement).currentSrc || (element as HTMLImageElement).src, name };
  const styles = [...element.ownerDocument.querySelectorAll('style[data-sheet],style[data-hues]')].map((style) => style.outerHTML).join('');
  // It was scaled down to fit its line.
  const whole = element.cloneNode(true) as HTMLElement | SVGElement;
  whole.style.zoom = '';
  for (const mark of ['data-scroll', 'data-stacked', 'data-wide']) whole.removeAttribute(mark);
  return { kind: 'markup', markup: styles + whole.outerHTML, name };
}

const NAMES: Readonly<Record<string, string>> = { table: '表格', math: '公式' };

function nameOf(element: Element): string {
  const said = element.getAttribute('alt') ?? element.getAttribute('aria-label') ?? element.querySelector('title,caption')?.textContent;
  const below = element.closest('figure')?.querySelector('figcaption')?.textContent;
  return (said || below || (NAMES[element.localName] ?? '图片')).replace(/\s+/g, ' ').trim().slice(0, 80);
}
