/** Ids are left out, and passed over: the steps say the same, and a sign in an id, as in `sec:1`, would end what is read of them. */
export const withoutIds = (cfi: string): string => cfi.replace(/\[.*?\](?=[/:,!)])/g, '');

const IDENTIFIER = /^epubcfi\([^!]+!([^,!]*)(?:,([^,!]*),([^,!]*))?[^,]*\)$/;

/**
 * Finds what an EPUB CFI names in a document, as epub.js does that writes them: from the root, an even step is an element among
 * the elements of the one before, an odd one a text among its texts. A stretch where the identifier is one, else a point;
 * null when the text is no longer there.
 */
export function pointOfCfi(cfi: string, document: Document): Range | null {
  const [, path = '', from = '', to = ''] = IDENTIFIER.exec(withoutIds(cfi)) ?? [];
  const start = path || from ? boundaryAt(path + from, document.documentElement) : null;
  if (!start) return null;
  const range = document.createRange();
  range.setStart(...start);
  const end = to ? boundaryAt(path + to, document.documentElement) : null;
  if (end) range.setEnd(...end);
  return range;
}

function boundaryAt(path: string, root: Element): [Node, number] | null {
  const [steps = '', characters = '0'] = path.split(':');
  const node = steps
    .split('/')
    .filter(Boolean)
    .map(Number)
    .reduce(stepTo, root as Node | null);
  const offset = Number.parseInt(characters, 10) || 0;
  return node && offset <= lengthOf(node) ? [node, offset] : node && furtherIn(node, offset);
}

function stepTo(node: Node | null, step: number): Node | null {
  if (step % 2 === 0) return (node as Element | null)?.children?.[step / 2 - 1] ?? null;
  return [...(node?.childNodes ?? [])].filter(isText)[(step - 1) / 2] ?? null;
}

/** A text that was one when its place was written may stand in pieces now. */
function furtherIn(node: Node, offset: number): [Node, number] | null {
  let left = offset;
  for (let piece: Node | null = node; piece && isText(piece); piece = piece.nextSibling) {
    if (left <= lengthOf(piece)) return [piece, left];
    left -= lengthOf(piece);
  }
  return null;
}

/** As they are counted where identifiers are written: a section of character data is none. */
const isText = ({ nodeType }: Node): boolean => nodeType === 3;
const lengthOf = (node: Node): number => (isText(node) ? (node as Text).length : node.childNodes.length);
