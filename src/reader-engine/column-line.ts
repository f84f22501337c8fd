import type { PageBox } from './page-box.ts';

/** So far before the text, in pixels, an element is put that nobody is to see. */
const AWAY = -500;

/** Where boxes lie along the line of their column, in pixels. */
export interface ColumnLine {
  /** The length of a column. */
  readonly length: number;
  /** From the beginning of its column: below 0 where it begins before it. Null for what is put away from all columns. */
  spanOf(rect: DOMRect): readonly [from: number, to: number] | null;
  /** The length of a box along the line, and that of what it holds; of a box in several columns neither means anything. */
  lengthOf(element: Element): number;
  contentOf(element: Element): number;
}

/** Reads the layout once, for the place of the body. */
export function columnLine({ body }: Document, { vertical, scrolled, column, gap }: PageBox): ColumnLine {
  const step = column + gap;
  const { left, top } = body.getBoundingClientRect();
  const begin = vertical ? top : left;
  const away = getComputedStyle(body).direction === 'rtl' ? -Infinity : AWAY;
  return {
    length: column,
    spanOf(rect) {
      const at = (vertical ? rect.top : rect.left) - begin;
      if (at < away) return null;
      // What begins in the second half of the gap belongs to the column behind it.
      const from = scrolled ? at : at - Math.floor((at + gap / 2) / step) * step;
      return [from, from + (vertical ? rect.height : rect.width)];
    },
    lengthOf: (element) => (vertical ? element.clientHeight : element.clientWidth),
    contentOf: (element) => (vertical ? element.scrollHeight : element.scrollWidth),
  };
}
