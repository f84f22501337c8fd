import type { Found } from './column-fit.ts';
import type { ColumnLine } from './column-line.ts';
import type { PageBox } from '../page-box.ts';

/** Minimum number of characters in a line next to a float and in each of several columns. */
export const CHARACTERS_LEAST = 8;
const COLUMN_LEAST = 10;
/** A float that leaves less room than this, in ems, fills its line, as in a layout of floated columns. It stays floated. */
const FILLED = 0.5;
/** Texts shorter than this, in characters, are labels and may be narrow. */
export const LABEL = 24;
/** Width of a list marker outside its item, in ems: a bullet or a digit. Each further digit adds the same. */
const MARK = 1.2;
const DIGIT = 0.55;

const sizeOf = ({ fontSize }: CSSStyleDeclaration): number => Number.parseFloat(fontSize);
const pixels = (length: string): number => Number.parseFloat(length) || 0;

/** Whether a float leaves so little of the line that every line would break a word next to it. */
export function leavesLittle(element: Element, { vertical, column, gap }: PageBox): boolean {
  if (getComputedStyle(element).cssFloat === 'none') return false;
  let around = element.parentElement;
  while (around && /^(inline|contents)$/.test(getComputedStyle(around).display)) around = around.parentElement;
  const own = element.getClientRects()[0];
  if (!around || !own) return false;
  const { body } = element.ownerDocument;
  const style = getComputedStyle(around);
  const inner = vertical
    ? around.clientHeight - pixels(style.paddingTop) - pixels(style.paddingBottom)
    : around.clientWidth - pixels(style.paddingLeft) - pixels(style.paddingRight);
  const room = around === body ? column : inner;
  const edge = body.getBoundingClientRect();
  // Floats on different pages can have the same offset; they are not next to each other.
  const columnOf = ({ left, top }: DOMRect): number => Math.floor((vertical ? top - edge.top : left - edge.left) / (column + gap));
  const beside = [...(element.parentElement?.children ?? [])].filter((one) => {
    const rect = one.getClientRects()[0];
    if (!rect || getComputedStyle(one).cssFloat === 'none' || columnOf(rect) !== columnOf(own)) return false;
    return vertical ? rect.left < own.right && rect.right > own.left : rect.top < own.bottom && rect.bottom > own.top;
  });
  const rest = beside.reduce((left, one) => left - outerLength(one, vertical), room) / sizeOf(style);
  return rest > FILLED && rest < CHARACTERS_LEAST;
}

function outerLength(element: Element, vertical: boolean): number {
  const { marginTop, marginRight, marginBottom, marginLeft } = getComputedStyle(element);
  const { width = 0, height = 0 } = element.getClientRects()[0] ?? {};
  return vertical ? height + pixels(marginTop) + pixels(marginBottom) : width + pixels(marginLeft) + pixels(marginRight);
}

/** Whether the book's columns would be too narrow here. */
export function hasNarrowColumns(element: Element, { vertical, column }: PageBox): boolean {
  const style = getComputedStyle(element);
  const [count, width, gap] = [pixels(style.columnCount), pixels(style.columnWidth), pixels(style.columnGap) || sizeOf(style)];
  const whole = Math.min(column, vertical ? element.clientHeight : element.clientWidth);
  const fits = width > 0 ? Math.max(1, Math.floor((whole + gap) / (width + gap))) : Infinity;
  const columns = Math.min(count || Infinity, fits);
  return columns > 1 && columns < Infinity && (whole - gap * (columns - 1)) / columns < COLUMN_LEAST * sizeOf(style);
}

/** Whether a longer text has lines of fewer than eight characters. */
export function isNarrowText(part: Element, vertical: boolean): boolean {
  if ((part.textContent ?? '').trim().length < LABEL) return false;
  const length = vertical ? part.clientHeight : part.clientWidth;
  return length > 0 && length < CHARACTERS_LEAST * sizeOf(getComputedStyle(part));
}

/**
 * Whether text is set in the other writing direction than the page (vertical text in a horizontal page) and does not fit on one page. No
 * browser breaks such text.
 */
export function isTurnedAcross(element: Element, { width, height, scrolled, vertical }: PageBox): boolean {
  const { body } = element.ownerDocument;
  if (element === body || element.contains(body) || element.closest('svg')) return false;
  if (getComputedStyle(element).writingMode.startsWith('vertical') === vertical) return false;
  const { width: wide, height: high } = element.getBoundingClientRect();
  return wide > width + 1 || element.scrollWidth > element.clientWidth + 1 || (!scrolled && high > height + 1);
}

/** Returns the lists whose markers would be cut off at the start of the column. */
export function unmarked(inside: Document, line: ColumnLine): Found[] {
  return [...inside.body.querySelectorAll('ol,ul,menu')].flatMap((list): Found[] => {
    const [first] = list.children;
    const rect = first?.getClientRects()[0];
    const span = rect && line.spanOf(rect);
    if (!first || !span || list.hasAttribute('data-marked')) return [];
    const style = getComputedStyle(first);
    if (style.display !== 'list-item' || style.listStylePosition === 'inside') return [];
    if (style.listStyleType === 'none' && style.listStyleImage === 'none') return [];
    const last = list.localName === 'ol' ? Number(list.getAttribute('start') ?? 1) + list.children.length - 1 : 1;
    const digits = String(last).length;
    return span[0] < (MARK + DIGIT * (digits - 1)) * sizeOf(style) ? [[list, 'data-marked', digits > 2 ? 'wide' : '']] : [];
  });
}
