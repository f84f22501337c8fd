import { visibleText } from '../../contract/visible-text.ts';
import type { Line } from './sheet-line.ts';

/** Excel in China saves CSV in GB 18030, other programs in UTF-8. */
function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/**
 * Returns the lines of a CSV file without empty ones, at most `rowsAtMost` + 1. A quoted cell may contain commas, line breaks and doubled
 * quotes; the line number is that of the record, as a spreadsheet program counts it.
 */
export function csvLines(bytes: Buffer, rowsAtMost: number, columnsAtMost: number): Line[] {
  const text = decoded(bytes);
  const lines: Line[] = [];
  let cells: string[] = [];
  let cell = '';
  let number = 1;
  let quoted = false;
  const endCell = (): void => {
    if (cells.length < columnsAtMost) cells.push(visibleText(cell));
    cell = '';
  };
  const endLine = (): void => {
    endCell();
    if (cells.some((one) => one.trim() !== '')) lines.push({ number, cells, faults: {} });
    cells = [];
    number += 1;
  };
  for (let at = 0; at < text.length && lines.length <= rowsAtMost; at += 1) {
    const letter = text[at];
    if (quoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') cell += text[(at += 1)];
      else quoted = false;
    } else if (letter === '"' && cell === '') quoted = true;
    else if (letter === ',') endCell();
    else if (letter === '\n') endLine();
    else if (letter !== '\r') cell += letter;
  }
  if (lines.length <= rowsAtMost && (cell !== '' || cells.length > 0)) endLine();
  return lines;
}
