import type { PreparedDocument } from '../../contract/reading/prepared-book.ts';
import { linePixels, type Look, MEASURES } from './style/look.ts';

/** The text block of a screen, in pixels: whole ems along the line and whole lines across it, so that all edges align. */
export interface PageBox {
  readonly width: number;
  readonly height: number;
  /** Number of columns side by side; always 1 in vertical writing. */
  readonly columns: number;
  /** Length of a column in the line direction. */
  readonly column: number;
  readonly gap: number;
  /** Distance to the next page. */
  readonly step: number;
  readonly vertical: boolean;
  /** One long page that scrolls across its lines. */
  readonly scrolled: boolean;
}

/** Window width from which the page-turn arrows are placed in the margins. */
const WIDE = 992;
const WIDE_MARGIN = 72;
const GAP = 80;
/** Line length in a two-column layout, as a fraction of the longest line of one column. */
const BESIDE = 27 / 34;
/** A line shorter than this is too short for a second column, unless the user chose two columns. */
const MEASURE_LEAST = 22;
const MEASURE_FLOOR = 10;

type BoxLook = Pick<Look, 'fontSize' | 'leading' | 'measure' | 'columns' | 'flow'>;

export type Asked = { readonly [K in 'flow' | 'spread']?: PreparedDocument[K] | undefined };

const whole = (length: number, unit: number): number => Math.max(unit, Math.floor(length / unit) * unit);

/** Computes the text block for a room. `asked`: the layout that the text requests; it applies when the user leaves the choice to the book. */
export function pageBox(room: { width: number; height: number }, look: BoxLook, vertical: boolean, asked: Asked = {}): PageBox {
  const em = look.fontSize;
  const line = linePixels(look);
  const measure = MEASURES[look.measure];
  const scrolled = (look.flow === 'book' ? asked.flow : look.flow) === 'scroll';
  const wide = Math.max(em, room.width - 2 * (room.width >= WIDE ? WIDE_MARGIN : measure.margin));
  const one = whole(Math.min(wide, measure.em * em), em);
  if (scrolled) {
    const column = vertical ? whole(room.height, em) : one;
    const step = Math.max(line, (vertical ? room.width : room.height) - line);
    return { width: room.width, height: room.height, columns: 1, column, gap: 0, step, vertical, scrolled };
  }
  if (vertical) {
    const height = whole(room.height, em);
    return { width: whole(wide, line), height, columns: 1, column: height, gap: GAP, step: height + GAP, vertical, scrolled };
  }
  const height = whole(room.height, line);
  const half = whole(Math.min((wide - GAP) / 2, Math.round(measure.em * BESIDE) * em), em);
  const fits = half >= MEASURE_LEAST * em && room.width > room.height;
  const two = look.columns === 'auto' ? fits && asked.spread !== 'center' : look.columns === 'two' && half >= MEASURE_FLOOR * em;
  const column = two ? half : one;
  const columns = two ? 2 : 1;
  return { width: columns * column + (columns - 1) * GAP, height, columns, column, gap: GAP, step: columns * (column + GAP), vertical, scrolled };
}
