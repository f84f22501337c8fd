import type { PageBox } from './page-box.ts';

/** The direction in which pages follow each other, measured from the start of the document, in pixels. */
export interface PageAxis {
  length(root: Element): number;
  offset(root: Element): number;
  move(root: Element, offset: number): void;
  /** Returns where a rectangle of the window starts on this axis. */
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
/** In right-to-left layouts a browser counts scroll offsets down from zero. */
const back: PageAxis = {
  length: (root) => root.scrollWidth,
  offset: (root) => -root.scrollLeft,
  move: (root, offset) => (root.scrollLeft = -offset),
  along: (rect, root, box) => box.width - rect.right - root.scrollLeft,
};

/**
 * Columns follow the line direction, so vertical text is paged downwards; scrolling runs across the lines.
 * `rightToLeft`: the direction of the lines in horizontal text, and of the columns in vertical text.
 */
export function axisOf({ vertical, scrolled }: PageBox, rightToLeft: boolean): PageAxis {
  if (vertical !== scrolled) return down;
  return rightToLeft ? back : across;
}
