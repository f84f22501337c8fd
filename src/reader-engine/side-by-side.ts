import type { Found } from './fit/column-fit.ts';
import { CHARACTERS_LEAST, isNarrowText, LABEL } from './fit/narrow-lines.ts';
import type { PageBox } from './page-box.ts';

/** A shorter text with fewer characters in a line than this, and with more lines than that, is a strip. */
const STRIP = 4;
const STRIP_LINES = 3;

/**
 * Finds the parts of a flex or grid box that do not fit next to each other: cut off, or with lines too narrow to read. They are set one
 * below the other. In a box that fits, words of a label stay whole.
 */
export function sideBySide(element: Element, { vertical }: PageBox): Found[] {
  if (!/flex|grid/.test(getComputedStyle(element).display)) return [];
  const parts = partsOf(element);
  const isCut = vertical ? element.scrollHeight > element.clientHeight + 1 : element.scrollWidth > element.clientWidth + 1;
  if (isCut || parts.some((part) => isNarrow(part, vertical)) || hasNarrowLines(element, vertical)) {
    // A picture keeps its declared length.
    const stacked = parts.filter((part) => /\S/.test(part.textContent ?? '') && getComputedStyle(part).display === 'block');
    return [[element, 'data-laid', ''], ...stacked.map((part): Found => [part, 'data-stack', ''])];
  }
  return parts.flatMap((part): Found[] => (isLabel(part) && !part.hasAttribute('data-label') ? [[part, 'data-label', '']] : []));
}

/** Whether a cell made by CSS, or a block in a line, belongs to parts that are too narrow side by side. */
export function isNarrowPart(element: Element, { vertical }: PageBox): boolean {
  if (element.matches('td,th')) return false;
  const { display } = getComputedStyle(element);
  if (display === 'inline-block') return isNarrow(element, vertical);
  return display === 'table-cell' && [...(element.parentElement?.children ?? [])].some((one) => isNarrow(one, vertical));
}

/** The boxes that are laid out next to each other: those of an element without a box of its own count as its parent's. */
const partsOf = (element: Element): Element[] =>
  [...element.children].flatMap((child) => {
    const { display } = getComputedStyle(child);
    return display === 'contents' ? partsOf(child) : display === 'none' ? [] : [child];
  });

const isLabel = (part: Element): boolean => lettersOf(part) > 0 && lettersOf(part) < LABEL;

const lettersOf = (part: Element): number => (part.textContent ?? '').trim().length;

function isNarrow(part: Element, vertical: boolean): boolean {
  if (isNarrowText(part, vertical)) return true;
  const letters = lettersOf(part);
  const line = (vertical ? part.clientHeight : part.clientWidth) / Number.parseFloat(getComputedStyle(part).fontSize);
  if (!(line > 0 && line < STRIP && letters > STRIP_LINES * line)) return false;
  // The text, and not the label beside it.
  return [part.previousElementSibling, part.nextElementSibling].some((one) => one !== null && lettersOf(one) < letters);
}

/** Text directly in the box is a part without an element. */
function hasNarrowLines(element: Element, vertical: boolean): boolean {
  const size = Number.parseFloat(getComputedStyle(element).fontSize);
  return [...element.childNodes].some((node) => {
    if (node.nodeType !== node.TEXT_NODE || (node.nodeValue ?? '').trim().length < LABEL) return false;
    const lines = element.ownerDocument.createRange();
    lines.selectNode(node);
    const length = Math.max(0, ...[...lines.getClientRects()].map(({ width, height }) => (vertical ? height : width)));
    return length > 0 && length < CHARACTERS_LEAST * size;
  });
}
