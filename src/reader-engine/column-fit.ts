import type { ColumnLine } from './column-line.ts';

/** `zoom` is a style of the element, the others are attributes. */
export type Found = readonly [element: Element, mark: string, value: string];

/** Of rounding, in pixels. */
const SLACK = 1.5;
/** Smaller than this nothing could be read. */
const LEAST_ZOOM = 0.25;
/** A table that would have to be drawn smaller than this has its cells broken into lines first. */
const SMALL = 0.5;
/** Boxes so small, in pixels, are there for a voice alone. */
const HIDDEN = 2;
/** Drawn as a whole, or laid out by rules of their own. */
const DRAWN = 'svg,math,ruby,iframe,object,video,audio,select,textarea';
const TABLE_PARTS = 'thead,tbody,tfoot,tr,col,colgroup,td,th';
/** Nothing of a line but words: the block around them tells whether they fit. */
const WORDS = 'a,abbr,b,bdi,bdo,br,cite,code,em,i,mark,q,rb,rp,rt,s,small,strong,sub,sup,u,wbr,style,script';

/**
 * Finds what is cut off at an end of its column, whatever makes it too wide: margins, padding, borders, widths, transforms,
 * lines that may not be broken, boxes in lines. Only reads the layout: the caller writes the marks and asks again, until nothing
 * is found. Each element is first made as wide as the room it has (`data-wide="0"`), then loses what keeps it off the sides
 * (`data-wide="1"`), then is drawn smaller. Tables and formulas that are still too wide are drawn smaller elsewhere.
 */
export function cutOff(body: Element, line: ColumnLine): Found[] {
  const found: Found[] = [];
  const walk = (parent: Element): void => {
    for (const element of parent.children) {
      if (element.matches(WORDS)) continue;
      const rects = [...element.getClientRects()];
      const most = Math.max(0, ...rects.map((rect) => beyond(rect, line)));
      const isTable = element.localName === 'table';
      if (most > SLACK && !element.matches(TABLE_PARTS) && !isApart(element)) found.push(...fitted(element, line.length / (line.length + most)));
      else if (rects.length > 0) found.push(...broken(element, rects.length, line));
      // What stands in a table that is too wide becomes narrower with it.
      if (!(isTable && most > SLACK) && !element.matches(DRAWN)) walk(element);
    }
  };
  walk(body);
  return found;
}

/** How far a box stands out of its column, at its beginning or its end. */
function beyond(rect: DOMRect, line: ColumnLine): number {
  const span = rect.width > HIDDEN && rect.height > HIDDEN ? line.spanOf(rect) : null;
  return span ? Math.max(span[1] - line.length, -span[0]) : 0;
}

/** Numbers of printed pages are left in the margin, and a formula stands out of its box. */
const isApart = (element: Element): boolean =>
  element.localName === 'math' || (element.localName === 'span' && getComputedStyle(element).position === 'absolute');

function fitted(element: Element, share: number): Found[] {
  const level = element.getAttribute('data-wide');
  if (level !== '1') return [[element, 'data-wide', level === '0' ? '1' : '0']];
  if (element.localName === 'table') return share < SMALL ? stiffIn([...element.querySelectorAll('td,th,td *,th *')]) : [];
  const zoom = Number((element as HTMLElement).style.zoom || 1);
  return zoom > LEAST_ZOOM ? [[element, 'zoom', String(Math.max(LEAST_ZOOM, Math.floor(zoom * share * 100) / 100))]] : [];
}

/** Lines that are longer than their block, as far as something in them may not be broken. */
function broken(element: Element, fragments: number, line: ColumnLine): Found[] {
  if (element.matches(`table,${DRAWN}`)) return [];
  const [length, content] = fragments === 1 ? [line.lengthOf(element), line.contentOf(element)] : [0, 0];
  if (fragments === 1 ? length <= HIDDEN || content <= length + SLACK : !linesBeyond(element, line)) return [];
  const inside = [element, ...elementsIn(element)];
  const stiff = [...stiffIn(inside), ...inside.filter((one) => one !== element && isBoxInLine(one)).map((one): Found => [one, 'data-wide', '0'])];
  if (stiff.length > 0) return stiff;
  return element.querySelector('[data-wide]') || element.hasAttribute('data-wrapped') ? fitted(element, length / content || 1) : [];
}

/** Without the insides of drawings and formulas, which are many. */
const elementsIn = (element: Element): Element[] =>
  [...element.children].flatMap((one) => [one, ...(/^(svg|math)$/.test(one.localName) ? [] : elementsIn(one))]);

/** Lines that may not be broken, of whatever is among the elements. */
const stiffIn = (elements: readonly Element[]): Found[] =>
  elements.flatMap((one): Found[] => {
    const { whiteSpace } = getComputedStyle(one);
    return /nowrap|^pre$/.test(whiteSpace) && !one.hasAttribute('data-wrapped')
      ? [[one, 'data-wrapped', whiteSpace.startsWith('pre') ? 'pre' : '']]
      : [];
  });

const isBoxInLine = (element: Element): boolean => !element.hasAttribute('data-wide') && getComputedStyle(element).display.startsWith('inline-');

/** A block in several columns is asked by its lines, and only where they may be too long. */
function linesBeyond(element: Element, line: ColumnLine): boolean {
  if (!/nowrap|^pre$/.test(getComputedStyle(element).whiteSpace)) return false;
  const text = element.ownerDocument.createRange();
  text.selectNodeContents(element);
  return [...text.getClientRects()].some((rect) => beyond(rect, line) > SLACK);
}
