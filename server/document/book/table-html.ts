import { childOf, childrenOf, isElement, type XmlElement } from '../xml-tree.ts';
import { isOn } from './style-map.ts';

interface Cell {
  readonly element: XmlElement;
  readonly column: number;
  readonly span: number;
  readonly merge: 'none' | 'restart' | 'continue';
}

const propertyOf = (element: XmlElement, props: string, name: string): XmlElement | undefined => {
  const holder = childOf(element, props);
  return holder && childOf(holder, name);
};

/** Rows and cells, also those inside content controls. */
const inside = (element: XmlElement, name: string): XmlElement[] =>
  element.children
    .filter(isElement)
    .flatMap((child) =>
      child.name === name ? [child] : ['w:sdt', 'w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo'].includes(child.name) ? inside(child, name) : [],
    );

function cellsOf(row: XmlElement): Cell[] {
  let column = Number(propertyOf(row, 'w:trPr', 'w:gridBefore')?.attributes['w:val'] ?? 0);
  return inside(row, 'w:tc').map((element) => {
    const span = Math.max(1, Number(propertyOf(element, 'w:tcPr', 'w:gridSpan')?.attributes['w:val'] ?? 1));
    const merged = propertyOf(element, 'w:tcPr', 'w:vMerge');
    const cell: Cell = { element, column, span, merge: merged ? (merged.attributes['w:val'] === 'restart' ? 'restart' : 'continue') : 'none' };
    column += span;
    return cell;
  });
}

/** A table with its spans, header rows and widths. `content` converts the blocks of a cell. */
export function tableHtml(table: XmlElement, content: (cell: XmlElement) => string): string {
  const elements = inside(table, 'w:tr');
  const rows = elements.map(cellsOf);
  const rowSpan = (at: number, column: number): number => {
    let last = at + 1;
    while (rows[last]?.some((cell) => cell.column === column && cell.merge === 'continue')) last += 1;
    return last - at;
  };
  const isHead = (at: number): boolean => {
    const row = elements[at];
    return row !== undefined && isOn(propertyOf(row, 'w:trPr', 'w:tblHeader'));
  };
  let heads = 0;
  while (heads < rows.length && isHead(heads)) heads += 1;
  // A text that a program left in a merged cell belongs to the cell above.
  const extra = (at: number, cell: Cell): string =>
    Array.from({ length: rowSpan(at, cell.column) - 1 }, (_none, index) => {
      const below = rows[at + 1 + index]?.find(({ column }) => column === cell.column);
      return below ? content(below.element) : '';
    }).join('');
  const rowHtml = (cells: readonly Cell[], at: number): string => {
    const tag = at < heads ? 'th' : 'td';
    const made = cells
      .filter((cell) => cell.merge !== 'continue' || !rows[at - 1]?.some(({ column, merge }) => column === cell.column && merge !== 'none'))
      .map((cell) => {
        const down = cell.merge === 'restart' ? rowSpan(at, cell.column) : 1;
        const attributes = `${cell.span > 1 ? ` colspan="${cell.span}"` : ''}${down > 1 ? ` rowspan="${down}"` : ''}${tag === 'th' ? ' scope="col"' : ''}`;
        return `<${tag}${attributes}>${content(cell.element)}${down > 1 ? extra(at, cell) : ''}</${tag}>`;
      });
    return `<tr>${made.join('')}</tr>`;
  };
  const widths = childrenOf(childOf(table, 'w:tblGrid') ?? table, 'w:gridCol').map(({ attributes }) => Number(attributes['w:w'] ?? 0));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const columns =
    total > 0 && widths.every((width) => width > 0)
      ? `<colgroup>${widths.map((width) => `<col style="width:${Math.round((width / total) * 100)}%"/>`).join('')}</colgroup>`
      : '';
  const html = rows.map(rowHtml);
  return `<table>${columns}${heads > 0 ? `<thead>${html.slice(0, heads).join('')}</thead>` : ''}<tbody>${html.slice(heads).join('')}</tbody></table>`;
}
