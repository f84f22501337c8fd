import { SILENT_ELEMENTS } from '../../contract/reading/silent-elements.ts';

const SHOW_TEXT = 4;

const MALFORMED = ['script', 'title', ...SILENT_ELEMENTS].join();
const isRead = (text: Text): boolean => !text.parentElement?.closest(MALFORMED);

/** Returns the text nodes that are read, in reading order; a style of the book may hide some of them. */
export function textNodesOf(body: Element): Text[] {
  const walker = body.ownerDocument.createTreeWalker(body, SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    if (/\S/.test(text.data) && isRead(text)) found.push(text);
  }
  return found;
}

/** Printed page numbers and content that a book hides from view or from screen readers. `epub:type` has no namespace in an HTML document. */
const UNSAID = '[aria-hidden="true"],[role~="doc-pagebreak"],[*|type~="pagebreak"],[epub\\:type~="pagebreak"]';

/** Whether the text is read aloud. Unlike `textNodesOf`, which offsets and quotes are based on, it needs the layout. */
export function isAnnounced(text: Text): boolean {
  const { parentElement } = text;
  if (!parentElement || parentElement.closest(UNSAID)) return false;
  return isDrawn(text) && getComputedStyle(parentElement).visibility === 'visible';
}

/** Whether the text takes up space: a hidden note and the fallback text of a video do not. */
function isDrawn(text: Text): boolean {
  const range = text.ownerDocument.createRange();
  range.selectNode(text);
  return range.getClientRects().length > 0;
}

const SHOW_ELEMENT = 1;

/** Returns the separator between two consecutive texts of a block: a line break, a space, or nothing. */
export function between(one: Text, other: Text): '\n' | ' ' | '' {
  const walker = one.ownerDocument.createTreeWalker(one.getRootNode(), SHOW_TEXT | SHOW_ELEMENT);
  walker.currentNode = one;
  let found: ' ' | '' = '';
  for (let node = walker.nextNode(); node && node !== other; node = walker.nextNode()) {
    if (node.nodeName.toLowerCase() === 'br') return '\n';
    if (node.nodeType === node.TEXT_NODE && isRead(node as Text)) found = ' ';
  }
  return found;
}

/**
 * Returns the first character on a page, with two binary searches, because page numbers never decrease along the text.
 * Text that is not drawn is on no page and is skipped. Returns null for a page without text.
 */
export function firstPointOf(texts: readonly Text[], page: number, pageOf: (range: Range) => number): Range | null {
  const first = lowest(texts.length, (index) => {
    const text = texts[index];
    return text && isDrawn(text) ? pageOf(lastCharacter(text)) >= page : null;
  });
  const text = texts.slice(first).find(isDrawn);
  if (!text) return null;
  const offset = lowest(text.length - 1, (index) => pageOf(character(text, index)) >= page);
  const point = character(text, offset);
  if (pageOf(point) !== page) return null;
  point.collapse(true);
  return point;
}

/** Returns the lowest number below `count` that passes, or one of the inconclusive (null) ones before it; `count` when none passes. */
function lowest(count: number, passes: (index: number) => boolean | null): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    let at = middle;
    let passed = passes(at);
    while (passed === null && at + 1 < high) passed = passes(++at);
    if (passed === false) low = at + 1;
    else high = middle;
  }
  return low;
}

/** Returns one character as a range. White space may have no rectangle: the next visible character is used instead. */
export function character(text: Text, offset: number): Range {
  const rest = text.data.slice(offset).search(/\S/);
  const start = rest > 0 ? offset + rest : offset;
  const range = text.ownerDocument.createRange();
  range.setStart(text, start);
  range.setEnd(text, Math.min(text.length, start + 1));
  return range;
}

/** Returns the last visible character: trailing white space has no rectangle. */
function lastCharacter(text: Text): Range {
  return character(text, Math.max(0, text.data.trimEnd().length - 1));
}
