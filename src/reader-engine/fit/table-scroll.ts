import type { Found } from './column-fit.ts';
import { isNarrowText } from './narrow-lines.ts';
import type { PageBox } from '../page-box.ts';

/** A table that is longer than its line scrolls inside its page. */
export const SCROLLED = 'data-scroll';
/** Cells of more characters than this have several lines, of a least length. */
const ONE_LINE = 8;
/** The first column stays in view if it takes at most this share of the line. */
const FROZEN_SHARE = 0.45;
/** A layout of pictures and text has at most this many columns. */
const LAYOUT_COLUMNS = 3;
/** Pictures of at least this size, in pixels, take the room of the text beside them. */
const PICTURE = 48;
const TOLERANCE = 1.5;
const SOFT_HYPHEN = '\u00ad';

/**
 * Finds tables that their line is too short for, to mark them: a picture with narrow text beside it is stacked; any other keeps its
 * letters and scrolls, with its first row and column in view. Only reads the layout; call it again after writing the marks.
 */
export function tableMarks(inside: Document, { vertical, column }: PageBox): Found[] {
  const found: Found[] = [];
  for (const table of inside.querySelectorAll<HTMLTableElement>('table')) {
    if (table.parentElement?.closest(`[${SCROLLED}],svg`)) continue;
    if (table.hasAttribute(SCROLLED)) {
      found.push(...frozen(table, vertical, column));
      continue;
    }
    if (table.hasAttribute('data-stacked')) continue;
    const cells = cellsOf(table);
    if (isStacked(table, cells, vertical)) {
      found.push([table, 'data-stacked', '']);
      continue;
    }
    // A layout of blocks is not a table of values: its inner tables scroll by themselves.
    if (cells.some((cell) => cell.querySelector('table'))) continue;
    const [rect] = table.getClientRects();
    const length = rect ? (vertical ? rect.height : rect.width) : 0;
    const isLong = length > roomOf(table, vertical, column) + TOLERANCE;
    if (!isLong && !cells.some((cell) => isNarrowText(cell, vertical))) continue;
    if (isLong && !table.hasAttribute('data-hyphened') && table.textContent.includes(SOFT_HYPHEN)) {
      found.push([table, 'data-hyphened', '']);
      continue;
    }
    found.push([table, SCROLLED, vertical ? 'vertical' : '']);
    for (const cell of cells) if (cell.textContent.trim().length > ONE_LINE) found.push([cell, 'data-cell', '']);
  }
  return found;
}

const cellsOf = (table: HTMLTableElement): HTMLTableCellElement[] => [...table.rows].flatMap((row) => [...row.cells]);

/** The body spans all columns of a page, so it does not give the width of one. */
function roomOf(table: Element, vertical: boolean, column: number): number {
  const around = table.parentElement;
  if (!around || around === table.ownerDocument.body) return column;
  const inner = vertical ? around.clientHeight : around.clientWidth;
  return inner > 0 ? Math.min(column, inner) : column;
}

/** Whether text beside a picture has lines that are too narrow to read. */
function isStacked(table: HTMLTableElement, cells: readonly HTMLTableCellElement[], vertical: boolean): boolean {
  const isNarrow = (cell: Element): boolean => isNarrowText(cell, vertical);
  if (!cells.some(isNarrow)) return false;
  const rows = [...table.rows];
  if (rows.some(({ cells: { length } }) => length > LAYOUT_COLUMNS)) return false;
  return rows.some((row) => [...row.cells].some(isNarrow) && [...row.querySelectorAll('img,svg,video')].some(isLarge));
}

const isLarge = (picture: Element): boolean => {
  const { width, height } = picture.getBoundingClientRect();
  return width >= PICTURE && height >= PICTURE;
};

/** Returns the marks for the first row and the first column of a table that scrolls. */
function frozen(table: HTMLTableElement, vertical: boolean, column: number): Found[] {
  if (table.querySelector('[data-head],[data-stub]')) return [];
  const [first] = table.rows;
  if (!first) return [];
  const found: Found[] = [];
  const headed = table.tHead ?? (first.cells.length > 1 && ![...first.cells].some(({ rowSpan }) => rowSpan > 1) ? first : null);
  const { width = 0, height = 0 } = headed?.getBoundingClientRect() ?? {};
  if (headed && (vertical ? width : height) < (vertical ? table.clientWidth : table.clientHeight) * FROZEN_SHARE)
    found.push([headed, 'data-head', '']);
  // A cell of several rows is the first one of all of them.
  let covered = 0;
  const stubs: Element[] = [];
  for (const row of table.rows) {
    const [cell] = row.cells;
    if (covered > 0) covered--;
    else if (cell) {
      if (cell.colSpan > 1) continue;
      stubs.push(cell);
      covered = cell.rowSpan - 1;
    }
  }
  const lengths = stubs.slice(0, 50).map((cell) => (vertical ? cell.getBoundingClientRect().height : cell.getBoundingClientRect().width));
  if (Math.max(0, ...lengths) <= column * FROZEN_SHARE) for (const cell of stubs) found.push([cell, 'data-stub', '']);
  return found;
}
