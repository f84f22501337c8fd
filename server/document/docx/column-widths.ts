import { childOf, isElement, type XmlElement } from '../xml-tree.ts';
import type { Decide } from './resolve-marks.ts';

/** Set on tables and cells while two versions are compared; no file has it. */
export const EXPLAINED = 'widths-explained';
const CELL_MARKS: ReadonlySet<string> = new Set(['w:cellIns', 'w:cellDel']);

const cellProps = (table: XmlElement): XmlElement[] =>
  table.children
    .filter(isElement)
    .filter(({ name }) => name === 'w:tr')
    .flatMap((row) => row.children.filter(isElement))
    .flatMap((cell) => childOf(cell, 'w:tcPr') ?? []);

const explained = (element: XmlElement): XmlElement => ({ ...element, attributes: { ...element.attributes, [EXPLAINED]: '1' } });

/**
 * Notes the tables whose columns the marks of the person change: word processors compute all widths of such a table again, and only some of them write a
 * mark for it. Inserted and deleted cells explain the widths of cells and columns, changed properties of cells those of columns.
 */
export function withExplainedWidths(root: XmlElement, decide: Decide): XmlElement {
  const own = (name: (one: string) => boolean, props: readonly XmlElement[]): boolean =>
    props.some((one) => one.children.some((mark) => isElement(mark) && name(mark.name) && decide(mark) !== 'keep'));
  const walk = (element: XmlElement): XmlElement => {
    const done = { ...element, children: element.children.map((child) => (isElement(child) ? walk(child) : child)) };
    if (element.name !== 'w:tbl') return done;
    const props = cellProps(done);
    const cells = own((name) => CELL_MARKS.has(name), props);
    if (!cells && !own((name) => name === 'w:tcPrChange', props)) return done;
    const rows = done.children.map((row) =>
      isElement(row) && row.name === 'w:tr' && cells
        ? { ...row, children: row.children.map((cell) => (isElement(cell) && cell.name === 'w:tc' ? explained(cell) : cell)) }
        : row,
    );
    return explained({ ...done, children: rows });
  };
  return hasTable(root) ? walk(root) : root;
}

const hasTable = (element: XmlElement): boolean =>
  element.children.some((child) => isElement(child) && (child.name === 'w:tbl' || (child.name !== 'w:p' && hasTable(child))));

/** Properties of a table or a cell without the widths of columns. */
export const withoutWidths = (props: XmlElement): XmlElement[] =>
  props.name === 'w:tblGrid'
    ? []
    : [props.name === 'w:tcPr' ? { ...props, children: props.children.filter((one) => !(isElement(one) && one.name === 'w:tcW')) } : props];
