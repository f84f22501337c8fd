import type { PageBox } from '../page-box.ts';

/** Minimum scale: below it nothing is readable. A tap shows the table or formula in full size. */
const LEAST = 0.25;
/** Smaller letters do not all shrink in proportion. A slightly smaller scale saves most parts a second layout. */
const SAFE = { table: 0.99, math: 0.94 } as const;
const PASSES = 2;
/** A scaled-down part keeps its scale while it fills this share of its room. */
const FULL = 0.9;

type Part = HTMLElement | MathMLElement;

/**
 * Scales tables and formulas that are longer than their line down until they are completely visible. All lengths are read
 * before any change: a read after a change costs a layout of the whole document.
 */
export function fitWideParts(inside: Document, { vertical, column, width }: PageBox): void {
  const parts = [...inside.querySelectorAll<Part>('table:not([data-scroll]),math')].filter((one) => !one.parentElement?.closest('table,math'));
  /** Returns the factor of its present size at which a part fills its room. */
  const shareOf = (part: Part): number => {
    const margins = part.localName === 'math' ? indentOf(part) : marginsOf(part, vertical);
    const most = vertical && part.localName === 'math' ? width : Math.min(column, roomFor(part, vertical));
    return most / Math.max(1, lengthOf(part, vertical) + margins - 1);
  };
  let shares = new Map(parts.map((part) => [part, shareOf(part)]));
  const grown = parts.filter((part) => part.style.zoom && (shares.get(part) ?? 1) > 1 / FULL);
  for (const part of grown) part.style.zoom = '';
  if (grown.length > 0) shares = new Map(parts.map((part) => [part, shareOf(part)]));
  let long = parts.filter((part) => (shares.get(part) ?? 1) < 1);
  for (let pass = 0; pass < PASSES && long.length > 0; pass++) {
    if (pass > 0) {
      shares = new Map(long.map((part) => [part, shareOf(part)]));
      long = long.filter((part) => (shares.get(part) ?? 1) < 1);
    }
    for (const part of long) {
      const zoom = Number(part.style.zoom || 1) * (shares.get(part) ?? 1);
      part.style.zoom = String(Math.max(LEAST, Math.floor(zoom * SAFE[part.localName as keyof typeof SAFE] * 100) / 100));
    }
  }
}

function lengthOf(part: Element, vertical: boolean): number {
  if (part.localName === 'math') return formulaWidth(part);
  // A part that spans several columns has a box in each.
  const [first] = part.getClientRects();
  return (vertical ? first?.height : first?.width) ?? 0;
}

/** A formula may overflow its box, and so may each part of it. */
function formulaWidth(formula: Element): number {
  const letters = formula.ownerDocument.createRange();
  letters.selectNodeContents(formula);
  const boxes = [...letters.getClientRects()];
  return boxes.length > 0 ? Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left)) : 0;
}

/** A formula at the start of a paragraph comes after its indent. */
const indentOf = (part: Element): number => {
  const block = part.closest('p,li,dd,div');
  return block ? Math.max(0, pixels(getComputedStyle(block).textIndent)) : 0;
};

const pixels = (length: string): number => Number.parseFloat(length) || 0;

function marginsOf(part: Element, vertical: boolean): number {
  const { marginTop, marginRight, marginBottom, marginLeft } = getComputedStyle(part);
  return vertical ? pixels(marginTop) + pixels(marginBottom) : pixels(marginLeft) + pixels(marginRight);
}

/** The body spans all columns, so it does not give the width of one. */
function roomFor({ parentElement: around, ownerDocument: { body } }: Element, vertical: boolean): number {
  if (!around || around === body) return Infinity;
  const style = getComputedStyle(around);
  const room = vertical
    ? around.clientHeight - pixels(style.paddingTop) - pixels(style.paddingBottom)
    : around.clientWidth - pixels(style.paddingLeft) - pixels(style.paddingRight);
  return room > 0 ? room : Infinity;
}
