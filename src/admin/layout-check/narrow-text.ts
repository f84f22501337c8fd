import type { DrawnText } from './drawn-text.ts';
import type { Faults } from './fault.ts';
import type { PageWindows } from './page-windows.ts';

/** A column with fewer letters than this in a line is too narrow to read. */
const LETTERS_LEAST = 6;
/** This many short lines one after another are a column; shorter texts are labels. */
const LINES_LEAST = 4;
const LABEL = 24;
/** Width of a Latin letter, in ems. */
const LATIN = 0.5;
const EASTERN = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\u{20000}-\u{3ffff}]/u;

/** Finds texts that the layout breaks into lines of fewer than six letters. Lines that the book itself breaks, as in verse, are not meant. */
export function narrowTexts(texts: readonly DrawnText[], windows: PageWindows, faults: Faults): void {
  for (const { text, element, style, rects } of texts) {
    const words = text.data.replace(/\s+/g, ' ').trim();
    if (words.length < LABEL || /pre/.test(style.whiteSpace) || element.closest('ruby,svg,math')) continue;
    const letter = Number.parseFloat(style.fontSize) * (EASTERN.test(words) ? 1 : LATIN);
    const lines = linesOf(rects, windows.vertical);
    let run: Line[] = [];
    for (const line of [...lines, null]) {
      if (line && line.length < LETTERS_LEAST * letter) {
        run.push(line);
        continue;
      }
      if (run.length >= LINES_LEAST && run[0]) {
        const widest = Math.max(...run.map(({ length }) => length));
        faults.add({ kind: 'narrow', page: windows.pageOf(run[0].rect), at: text, text: words, weight: run.length / Math.max(1, widest) });
      }
      run = [];
    }
  }
}

interface Line {
  readonly rect: DOMRect;
  readonly length: number;
}

/** Joins the rectangles of one line, which a change of direction or a small gap separates. */
function linesOf(rects: readonly DOMRect[], vertical: boolean): Line[] {
  const lines: { rect: DOMRect; length: number; middle: number }[] = [];
  for (const rect of rects) {
    const middle = vertical ? rect.left + rect.width / 2 : rect.top + rect.height / 2;
    const length = vertical ? rect.height : rect.width;
    const last = lines.at(-1);
    if (last && Math.abs(last.middle - middle) < (vertical ? rect.width : rect.height) / 2) last.length += length;
    else lines.push({ rect, length, middle });
  }
  return lines;
}
