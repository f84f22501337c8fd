import { linePixels, type Look } from './look.ts';

/** The block of text on a screen, in pixels: whole ems along the line, whole lines across it, so that every edge stands true. */
export interface PageBox {
  readonly width: number;
  readonly height: number;
  /** Columns side by side; always 1 in vertical writing. */
  readonly columns: number;
  /** Length of a column along the line. */
  readonly column: number;
  readonly gap: number;
  /** How far the next page is. */
  readonly step: number;
  readonly vertical: boolean;
}

const MARGIN = 20;
/** From this width on the arrows that turn pages stand in the margins. */
const WIDE = 992;
const WIDE_MARGIN = 72;
const GAP = 80;
const MEASURE_ONE = 34;
const MEASURE_TWO = 27;
/** A line shorter than this is not worth a second column. */
const MEASURE_LEAST = 22;

const whole = (length: number, unit: number): number => Math.max(unit, Math.floor(length / unit) * unit);

export function pageBox(room: { width: number; height: number }, look: Look, vertical: boolean): PageBox {
  const em = look.fontSize;
  const line = linePixels(look);
  const wide = Math.max(em, room.width - 2 * (room.width >= WIDE ? WIDE_MARGIN : MARGIN));
  if (vertical) {
    const height = whole(room.height, em);
    return { width: whole(wide, line), height, columns: 1, column: height, gap: GAP, step: height + GAP, vertical };
  }
  const height = whole(room.height, line);
  const half = whole(Math.min((wide - GAP) / 2, MEASURE_TWO * em), em);
  const two = half >= MEASURE_LEAST * em && room.width > room.height;
  const column = two ? half : whole(Math.min(wide, MEASURE_ONE * em), em);
  const columns = two ? 2 : 1;
  return { width: columns * column + (columns - 1) * GAP, height, columns, column, gap: GAP, step: columns * (column + GAP), vertical };
}
