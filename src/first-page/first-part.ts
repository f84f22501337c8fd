/** Of the area of a letter and its share of the space between lines, in square ems: Latin text, the closest there is. */
const LETTER = 0.7;
/** So many screens are laid out at once. */
const SCREENS = 2;
/** Cut anywhere inside, these would lay out what stands before the cut in another way. */
const WHOLE = 'table,ruby,svg,math';

/**
 * Takes what stands far behind the first screen out of a long document, so that it is laid out after the first page was
 * seen: pages before it do not move when it comes back. `from` is where reading goes on; `screen` and `letter`, the size
 * of the type, in pixels. Answers what puts it back, or null where the document is short enough.
 */
export function setRestAside(body: Element, from: Node | null, screen: { width: number; height: number }, letter: number): (() => void) | null {
  const most = (SCREENS * screen.width * screen.height) / (LETTER * letter * letter);
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  let last: Node | null = null;
  let counted = from ? -Infinity : 0;
  for (let node = walker.nextNode(); node && counted < most; node = walker.nextNode()) {
    last = node;
    if (from && (node === from || from.contains(node))) counted = Math.max(counted, 0);
    counted += (node as Text).length;
  }
  const aside: [Node, DocumentFragment][] = [];
  const end = last?.parentElement?.closest(WHOLE) ?? last;
  for (let node: Node | null = end; node && node !== body; node = node.parentNode) {
    if (!node.nextSibling || !node.parentNode) continue;
    const rest = body.ownerDocument.createRange();
    rest.setStartAfter(node);
    rest.setEndAfter(node.parentNode.lastChild ?? node);
    aside.push([node.parentNode, rest.extractContents()]);
  }
  if (counted < most || aside.length === 0) return null;
  return () => aside.forEach(([parent, rest]) => parent.appendChild(rest));
}
