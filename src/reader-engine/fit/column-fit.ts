import type { ColumnLine } from './column-line.ts';

/** `zoom` is a style of the element, the others are attributes. */
export type Found = readonly [element: Element, mark: string, value: string];

/** Tolerance for rounding, in pixels. */
const SLACK = 1.5;
/** A smaller scale would be unreadable. */
const LEAST_ZOOM = 0.25;
/** Boxes of this size or smaller, in pixels, are only for screen readers. */
const HIDDEN = 2;
/** Rendered as a whole, or with a separate layout. */
const DRAWN = 'svg,math,ruby,iframe,object,video,audio,select,textarea';
const TABLE_PARTS = 'thead,tbody,tfoot,tr,col,colgroup,td,th';
/** Inline text elements: the surrounding block tells whether they fit. */
const WORDS = 'a,abbr,b,bdi,bdo,br,cite,code,em,i,mark,q,rb,rp,rt,s,small,strong,sub,sup,u,wbr,style,script';

/**
 * Finds elements that are cut off at an end of their column, whatever makes them too wide: margins, padding, borders, widths,
 * transforms, unbreakable lines, inline boxes. Only reads the layout: the caller writes the marks and calls it again until nothing
 * is found. An element is first limited to the available width (`data-wide="0"`), then loses its side margins
 * (`data-wide="1"`), then is scaled down. Formulas that are still too wide are scaled elsewhere, and tables scroll.
 */
export function cutOff(body: Element, line: ColumnLine): Found[] {
  const found: Found[] = [];
  const walk = (parent: Element): void => {
    for (const element of parent.children) {
      if (element.matches(WORDS)) continue;
      const rects = [...element.getClientRects()];
      const most = Math.max(0, ...rects.map((rect) => beyond(rect, line)));
      const isTable = element.localName === 'table';
      if (most > SLACK && !element.matches(TABLE_PARTS) && !isSeparateBlock(element))
        found.push(...fitted(element, line.length / (line.length + most)));
      else if (rects.length > 0) found.push(...broken(element, rects.length, line));
      // The content of a table that is too wide becomes narrower with it; that of a table that scrolls is not cut off.
      if (!(isTable && most > SLACK) && !element.matches(`[data-scroll],${DRAWN}`)) walk(element);
    }
  };
  walk(body);
  return found;
}

/** Returns how far a box extends beyond its column, at its start or its end. */
function beyond(rect: DOMRect, line: ColumnLine): number {
  const span = rect.width > HIDDEN && rect.height > HIDDEN ? line.spanOf(rect) : null;
  return span ? Math.max(span[1] - line.length, -span[0]) : 0;
}

/** Printed page numbers stay in the margin, and a formula extends beyond its box. */
const isSeparateBlock = (element: Element): boolean =>
  element.localName === 'math' || (element.localName === 'span' && getComputedStyle(element).position === 'absolute');

function fitted(element: Element, share: number): Found[] {
  const level = element.getAttribute('data-wide');
  if (level !== '1') return [[element, 'data-wide', level === '0' ? '1' : '0']];
  // It scrolls inside its page.
  if (element.localName === 'table') return [];
  const zoom = Number((element as HTMLElement).style.zoom || 1);
  return zoom > LEAST_ZOOM ? [[element, 'zoom', String(Math.max(LEAST_ZOOM, Math.floor(zoom * share * 100) / 100))]] : [];
}

/** Finds lines longer than their block, if they contain something unbreakable. */
function broken(element: Element, fragments: number, line: ColumnLine): Found[] {
  if (element.matches(`table,${DRAWN}`)) return [];
  const [length, content] = fragments === 1 ? [line.lengthOf(element), line.contentOf(element)] : [0, 0];
  if (fragments === 1 ? length <= HIDDEN || content <= length + SLACK : !linesBeyond(element, line)) return [];
  // The part of it that is too long is found by itself, and a table scrolls.
  if (element.querySelector('table')) return [];
  const inside = [element, ...elementsIn(element)];
  const stiff = [...stiffIn(inside), ...inside.filter((one) => one !== element && isBoxInLine(one)).map((one): Found => [one, 'data-wide', '0'])];
  if (stiff.length > 0) return stiff;
  return element.querySelector('[data-wide]') || element.hasAttribute('data-wrapped') ? fitted(element, length / content || 1) : [];
}

/** Skips the content of drawings and formulas, which have many elements, and of tables, which scroll. */
const elementsIn = (element: Element): Element[] =>
  [...element.children].flatMap((one) => [one, ...(/^(svg|math|table)$/.test(one.localName) ? [] : elementsIn(one))]);

/** Returns the elements with unbreakable lines. */
const stiffIn = (elements: readonly Element[]): Found[] =>
  elements.flatMap((one): Found[] => {
    const { whiteSpace } = getComputedStyle(one);
    return /nowrap|^pre$/.test(whiteSpace) && !one.hasAttribute('data-wrapped')
      ? [[one, 'data-wrapped', whiteSpace.startsWith('pre') ? 'pre' : '']]
      : [];
  });

const isBoxInLine = (element: Element): boolean => !element.hasAttribute('data-wide') && getComputedStyle(element).display.startsWith('inline-');

/** A block in several columns is checked line by line, and only if its lines may be too long. */
function linesBeyond(element: Element, line: ColumnLine): boolean {
  if (!/nowrap|^pre$/.test(getComputedStyle(element).whiteSpace)) return false;
  const text = element.ownerDocument.createRange();
  text.selectNodeContents(element);
  return [...text.getClientRects()].some((rect) => beyond(rect, line) > SLACK);
}
