/** Width of one character of a bold table head, px. */
const CHARACTER = 15;
const PADDING = 18;
const SORTER = 20;
/** Longer titles wrap. */
const ON_ONE_LINE = 8;

/** The width, px, from which the title of a column is not cut and, unless it is long, stays on one line. */
export const headerWidth = (title: string, sorted: boolean): number =>
  Math.min(title.length, ON_ONE_LINE) * CHARACTER + PADDING + (sorted ? SORTER : 0);
