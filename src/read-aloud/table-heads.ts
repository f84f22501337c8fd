/** Characters of a heading that are spoken before a cell. */
const HEAD_MOST = 40;
/** A larger table is read without its headings: a span could claim any number of rows and columns. */
const CELLS_MOST = 20_000;

type Heads = ReadonlyMap<Element, string>;
const known = new WeakMap<HTMLTableElement, Heads>();

/**
 * Returns the text that the speech synthesis gets for a sentence. The first sentence of a data cell is preceded by the heading of its column,
 * because a listener does not see the column. The heading of the row is the cell that was spoken first in this row.
 */
export function spokenInTable(text: string, range: Range | undefined): string {
  const cell = elementOf(range?.startContainer)?.closest('td');
  const table = cell?.closest('table');
  if (!range || !cell || !table || !isFirst(range, cell)) return text;
  const head = namedHeads(cell) || (headsOf(table).get(cell) ?? '');
  return head === '' ? text : `${head}：${text}`;
}

const elementOf = (node: Node | undefined): Element | null => (node?.nodeType === 1 ? (node as Element) : (node?.parentElement ?? null));

function isFirst(range: Range, cell: Element): boolean {
  const before = cell.ownerDocument.createRange();
  before.setStart(cell, 0);
  before.setEnd(range.startContainer, range.startOffset);
  return before.toString().trim() === '';
}

const textOf = (element: Element): string => (element.textContent ?? '').replace(/\s+/g, ' ').trim().slice(0, HEAD_MOST);

/** The headings that the cell names itself. */
const namedHeads = (cell: Element): string =>
  (cell.getAttribute('headers') ?? '')
    .split(/\s+/)
    .flatMap((id) => (id === '' ? [] : (cell.ownerDocument.getElementById(id) ?? [])))
    .filter((head) => head.getAttribute('scope') !== 'row' && head.parentElement !== cell.parentElement)
    .map(textOf)
    .join('，');

function headsOf(table: HTMLTableElement): Heads {
  const found = known.get(table) ?? readHeads(table);
  known.set(table, found);
  return found;
}

function readHeads(table: HTMLTableElement): Heads {
  const heads = new Map<Element, string>();
  /** The headings of each column, from the top. */
  const columns: string[][] = [];
  /** Rows for which a cell from above still takes the column. */
  const taken: number[] = [];
  let cells = 0;
  for (const row of table.rows) {
    const isHead = isHeadRow(row);
    let column = 0;
    const free = taken.map((rows) => rows > 0);
    for (const cell of row.cells) {
      while (free[column]) column += 1;
      const width = Math.min(Math.max(1, cell.colSpan), CELLS_MOST);
      cells += width;
      if (cells > CELLS_MOST) return new Map();
      if (isHead || (cell.tagName.toLowerCase() === 'th' && cell.scope === 'col')) {
        const text = textOf(cell);
        for (let at = column; at < column + width; at++) (columns[at] ??= []).push(text);
      } else heads.set(cell, [...new Set(columns[column] ?? [])].filter(Boolean).join('，'));
      for (let at = column; at < column + width; at++) taken[at] = Math.max(1, cell.rowSpan);
      column += width;
    }
    for (let at = 0; at < taken.length; at++) taken[at] = Math.max(0, (taken[at] ?? 0) - 1);
  }
  return heads;
}

/** A row in the head of the table, or one of headings only. */
function isHeadRow(row: HTMLTableRowElement): boolean {
  if (row.parentElement?.tagName.toLowerCase() === 'thead') return true;
  const cells = [...row.cells];
  return cells.length > 1 && cells.every((cell) => cell.tagName.toLowerCase() === 'th' && cell.scope !== 'row');
}
