import type { PageBox } from './page-box.ts';

/** The direction pages follow each other in, measured from the beginning of the document. Pixels. */
export interface PageAxis {
  length(root: Element): number;
  offset(root: Element): number;
  move(root: Element, offset: number): void;
  /** Where a rectangle of the window begins. */
  along(rect: DOMRect, root: Element, box: PageBox): number;
}

const across: PageAxis = {
  length: (root) => root.scrollWidth,
  offset: (root) => root.scrollLeft,
  move: (root, offset) => (root.scrollLeft = offset),
  along: (rect, root) => rect.left + root.scrollLeft,
};
const down: PageAxis = {
  length: (root) => root.scrollHeight,
  offset: (root) => root.scrollTop,
  move: (root, offset) => (root.scrollTop = offset),
  along: (rect, root) => rect.top + root.scrollTop,
};
/** From right to left a browser counts down from nought. */
const back: PageAxis = {
  length: (root) => root.scrollWidth,
  offset: (root) => -root.scrollLeft,
  move: (root, offset) => (root.scrollLeft = -offset),
  along: (rect, root, box) => box.width - rect.right - root.scrollLeft,
};

/**
 * Columns follow the line, so vertical text is paged downwards; a scroll runs across the lines.
 * `rightToLeft`: of the lines of horizontal text, of the columns of vertical text.
 */
export function axisOf({ vertical, scrolled }: PageBox, rightToLeft: boolean): PageAxis {
  if (vertical !== scrolled) return down;
  return rightToLeft ? back : across;
}
