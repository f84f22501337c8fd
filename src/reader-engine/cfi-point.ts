/** Ids in brackets are removed: the steps are sufficient, and a character in an id, as in `sec:1`, would end the parsing. */
export const withoutIds = (cfi: string): string => cfi.replace(/\[.*?\](?=[/:,!)])/g, '');

const IDENTIFIER = /^epubcfi\([^!]+!([^,!]*)(?:,([^,!]*),([^,!]*))?[^,]*\)$/;

/**
 * Resolves an EPUB CFI in a document in the same way as epub.js, which writes them: from the root, an even step is an element
 * child, an odd one a text child. Returns a range if the identifier is one, else a point; null if the text is gone.
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

/** A text that was one node when its position was written may be split now. */
function furtherIn(node: Node, offset: number): [Node, number] | null {
  let left = offset;
  for (let piece: Node | null = node; piece && isText(piece); piece = piece.nextSibling) {
    if (left <= lengthOf(piece)) return [piece, left];
    left -= lengthOf(piece);
  }
  return null;
}

/** Counted as when identifiers are written: a CDATA section is not a text node. */
const isText = ({ nodeType }: Node): boolean => nodeType === 3;
const lengthOf = (node: Node): number => (isText(node) ? (node as Text).length : node.childNodes.length);
