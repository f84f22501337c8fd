import type { PageBox } from './page-box.ts';

/** Smaller than this nothing could be made out; a tap shows it in full. */
const LEAST = 0.25;
/** Letters that are drawn smaller do not all become as much narrower. */
const PASSES = 2;

/** Draws tables and formulas that are longer than their line as small as they must be to be seen whole. */
export function fitWideParts(inside: Document, { vertical, column, width }: PageBox): void {
  // A formula lies across columns as it does in a line.
  const most = (part: Element): number => (vertical && part.localName === 'math' ? width : Math.min(column, roomFor(part, vertical)));
  const parts = [...inside.querySelectorAll<HTMLElement | MathMLElement>('table,math')].filter((one) => !one.parentElement?.closest('table,math'));
  for (const part of parts) part.style.zoom = '';
  let long: readonly (HTMLElement | MathMLElement)[] = parts;
  for (let pass = 0; pass < PASSES && long.length > 0; pass++) {
    const shares = new Map(long.map((part) => [part, most(part) / Math.max(1, lengthOf(part, vertical) - 1)]));
    long = long.filter((part) => (shares.get(part) ?? 1) < 1);
    for (const part of long) {
      const zoom = Number(part.style.zoom || 1) * (shares.get(part) ?? 1);
      part.style.zoom = String(Math.max(LEAST, Math.floor(zoom * 100) / 100));
    }
  }
}

function lengthOf(part: Element, vertical: boolean): number {
  if (part.localName === 'math') return formulaWidth(part);
  // One that goes over several columns has a box in each.
  const [first] = part.getClientRects();
  return (vertical ? first?.height : first?.width) ?? 0;
}

/** It stands out of its box, and so may each part of it. */
function formulaWidth(formula: Element): number {
  const letters = formula.ownerDocument.createRange();
  letters.selectNodeContents(formula);
  const boxes = [...letters.getClientRects()];
  return boxes.length > 0 ? Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left)) : 0;
}

/** The body holds all columns, and is no measure of one. */
function roomFor({ parentElement: around, ownerDocument: { body } }: Element, vertical: boolean): number {
  const room = around && around !== body ? (vertical ? around.clientHeight : around.clientWidth) : 0;
  return room || Infinity;
}
