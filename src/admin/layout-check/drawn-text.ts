import { textNodesOf } from '../../reader-engine/visible-text.ts';

/** A text that takes up space on the page and is not hidden. */
export interface DrawnText {
  readonly text: Text;
  readonly element: Element;
  readonly style: CSSStyleDeclaration;
  /** Opacity of the element and of all around it. */
  readonly opacity: number;
  readonly rects: readonly DOMRect[];
}

/** Gives the browser time for input between two parts of the work; throws when the work was cancelled or took too long. */
export type Pace = () => Promise<void>;

/** Letters with less opacity than this are hidden on purpose. */
const SEEN = 0.05;
const HIDDEN = 2;
const AT_ONCE = 200;

/** Returns the texts of a laid-out document that a reader is meant to see. */
export async function drawnTexts(inside: Document, pace: Pace): Promise<DrawnText[]> {
  const found: DrawnText[] = [];
  const styles = new Map<Element, { style: CSSStyleDeclaration; opacity: number; shown: boolean }>();
  const range = inside.createRange();
  let count = 0;
  for (const text of textNodesOf(inside.body ?? inside.documentElement)) {
    if (++count % AT_ONCE === 0) await pace();
    const element = text.parentElement;
    if (!element || element.closest('option,title,desc,style')) continue;
    let known = styles.get(element);
    if (!known) {
      const style = getComputedStyle(element);
      const opacity = opacityOf(element);
      const shown =
        style.visibility === 'visible' &&
        opacity > SEEN &&
        Number.parseFloat(style.fontSize) > 0 &&
        // The answer in a closed <details> has a place on the page, but is not drawn there.
        element.checkVisibility() &&
        !isForScreenReaders(element);
      known = { style, opacity, shown };
      styles.set(element, known);
    }
    if (!known.shown) continue;
    range.selectNodeContents(text);
    const rects = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    if (rects.length > 0) found.push({ text, element, style: known.style, opacity: known.opacity, rects });
  }
  return found;
}

function opacityOf(element: Element): number {
  let opacity = 1;
  for (let at: Element | null = element; at; at = at.parentElement) {
    const style = getComputedStyle(at);
    opacity *= Number(style.opacity) * Number(/(?<!-)opacity\(([\d.]+)\)/.exec(style.filter)?.[1] ?? 1);
  }
  return opacity;
}

/** Whether a text is in a box of at most two pixels, which only screen readers read. */
function isForScreenReaders(element: Element): boolean {
  for (let at: Element | null = element; at && at !== element.ownerDocument.body; at = at.parentElement) {
    const { overflow, position } = getComputedStyle(at);
    if (overflow === 'visible' || position === 'static') continue;
    const { width, height } = at.getBoundingClientRect();
    if (width <= HIDDEN || height <= HIDDEN) return true;
  }
  return false;
}
