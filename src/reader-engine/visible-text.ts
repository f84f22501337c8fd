const SHOW_TEXT = 4;

const UNREAD = /^(style|script|title|rt|rp)$/i;
const isRead = (text: Text): boolean => !UNREAD.test(text.parentElement?.localName ?? '');

/** Text nodes that can be seen, in reading order. */
export function textNodesOf(body: Element): Text[] {
  const walker = body.ownerDocument.createTreeWalker(body, SHOW_TEXT);
  const found: Text[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const text = node as Text;
    if (/\S/.test(text.data) && isRead(text)) found.push(text);
  }
  return found;
}

/** The number of a printed page, and what a book hides from eyes or ears. `epub:type` has no namespace where the document is HTML. */
const UNSAID = '[aria-hidden="true"],[role~="doc-pagebreak"],[*|type~="pagebreak"],[epub\\:type~="pagebreak"]';

/** Whether a voice says it. It asks for the layout, unlike `textNodesOf`, which offsets and quotes go by. */
export function isSaid(text: Text): boolean {
  const { parentElement } = text;
  if (!parentElement || parentElement.closest(UNSAID)) return false;
  const range = text.ownerDocument.createRange();
  range.selectNode(text);
  return range.getClientRects().length > 0 && getComputedStyle(parentElement).visibility === 'visible';
}

const SHOW_ELEMENT = 1;

/** What is read between two texts of a block that follow each other: the end of a line, a space that stood alone, or nothing. */
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
 * The first character that stands on a page: two binary searches, since pages never go down along the text.
 * Null for a page without text.
 */
export function firstPointOf(texts: readonly Text[], page: number, pageOf: (range: Range) => number): Range | null {
  const first = lowest(texts.length, (index) => pageOf(lastCharacter(texts[index])) >= page);
  const text = texts[first];
  if (!text) return null;
  const offset = lowest(text.length - 1, (index) => pageOf(character(text, index)) >= page);
  const point = character(text, offset);
  if (pageOf(point) !== page) return null;
  point.collapse(true);
  return point;
}

/** The lowest number below `count` that passes; `count` when none does. */
function lowest(count: number, passes: (index: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** One character as a range. White space may have no rectangle: the next visible character stands for it. */
export function character(text: Text, offset: number): Range {
  const rest = text.data.slice(offset).search(/\S/);
  const start = rest > 0 ? offset + rest : offset;
  const range = text.ownerDocument.createRange();
  range.setStart(text, start);
  range.setEnd(text, Math.min(text.length, start + 1));
  return range;
}

/** Trailing white space has no rectangle. */
function lastCharacter(text: Text | undefined): Range {
  if (!text) throw new RangeError('no such text');
  return character(text, Math.max(0, text.data.trimEnd().length - 1));
}
