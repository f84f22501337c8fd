import type { Line } from './sheet-line.ts';

/** Returns the labels of a line and their positions; for a duplicate label, the first position. */
export function placesIn(line: Line | undefined): Map<string, number> {
  const places = new Map<string, number>();
  for (const [index, text] of (line?.cells ?? []).entries()) {
    const label = text.replace(/\s*[*＊]\s*$/, '').trim();
    if (label !== '' && !places.has(label)) places.set(label, index);
  }
  return places;
}

/** Lines above the heading that may hold a title, an author and a date. */
const TITLE_LINES = 10;

/** Returns the index of the line with the most of these labels; 0 when none has any. */
export function headingAt(lines: readonly Line[], labels: readonly string[]): number {
  const known = lines.slice(0, TITLE_LINES).map((line) => {
    const places = placesIn(line);
    return labels.filter((label) => places.has(label)).length;
  });
  return Math.max(0, known.indexOf(Math.max(...known)));
}
