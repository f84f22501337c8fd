import type { PageBox } from '../page-box.ts';

/** Elements positioned this many pixels before the text are hidden on purpose. */
const AWAY = -500;

/** Measures boxes along the line of their column, in pixels. */
export interface ColumnLine {
  /** The length of a column. */
  readonly length: number;
  /** From the start of its column; negative if the box starts before it. Null for a box placed outside all columns. */
  spanOf(rect: DOMRect): readonly [from: number, to: number] | null;
  /** The length of a box along the line, and of its content; not meaningful for a box in several columns. */
  lengthOf(element: Element): number;
  contentOf(element: Element): number;
}

/** Reads the layout once, to get the position of the body. */
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
      // A box that starts in the second half of the gap belongs to the next column.
      const from = scrolled ? at : at - Math.floor((at + gap / 2) / step) * step;
      return [from, from + (vertical ? rect.height : rect.width)];
    },
    lengthOf: (element) => (vertical ? element.clientHeight : element.clientWidth),
    contentOf: (element) => (vertical ? element.scrollHeight : element.scrollWidth),
  };
}
