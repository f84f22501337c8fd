/** So many screens are laid out at once, counted as if every line were full. */
const SCREENS = 1.5;
/** The rest comes back by so many screens, for a page that is turned meanwhile waits for one part; */
const PART_SCREENS = 6;
/** and in so few parts, for with each of them the browser looks at all before it again. */
const MOST_PARTS = 4;
/** From here on, but for a few signs, a character is a square em; before it a letter is less than half of one. */
const FIRST_WIDE = 0x2e80;
const LETTER = 0.45;
/** Cut anywhere inside, these would lay out what stands before the cut in another way. */
const WHOLE = 'table,ruby,svg,math';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Type {
  readonly em: number;
  readonly line: number;
}

/** What was taken out of a document, to be put back where it stood. */
export interface Rest {
  /** The next part of it, by default all; false where nothing is left. */
  putBack(part?: 'part'): boolean;
}

/**
 * Takes what stands far behind the first screen out of a long document, so that it is laid out after the first page was
 * seen: pages before it do not move when it comes back. `from` is where reading goes on; `screen` and `type`, an em and
 * a line, in pixels; `dress` is called for each element that comes back, and for a paragraph that is whole again. Answers
 * null where the document is short enough.
 */
export function setRestAside(body: Element, from: Node | null, screen: Size, type: Type, dress: (element: Element) => void): Rest | null {
  const onScreen = (screen.width * screen.height) / (type.em * type.line);
  const most = SCREENS * onScreen;
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  let last: Node | null = null;
  let counted = from ? -Infinity : 0;
  for (let node = walker.nextNode(); node && counted < most; node = walker.nextNode()) {
    last = node;
    if (from && (node === from || from.contains(node))) counted = Math.max(counted, 0);
    counted += emsOf((node as Text).data);
  }
  if (counted < most) return null;
  const aside: [Node, DocumentFragment][] = [];
  const end = last?.parentElement?.closest(WHOLE) ?? last;
  for (let node: Node | null = end; node && node !== body; node = node.parentNode) {
    if (!node.nextSibling || !node.parentNode) continue;
    const rest = body.ownerDocument.createRange();
    rest.setStartAfter(node);
    rest.setEndAfter(node.parentNode.lastChild ?? node);
    aside.push([node.parentNode, rest.extractContents()]);
  }
  if (aside.length === 0) return null;
  const all = aside.reduce((sum, [, rest]) => sum + emsOf(rest.textContent), 0);
  const part = Math.max(PART_SCREENS * onScreen, all / MOST_PARTS);
  return { putBack: (asked) => putBack(aside, asked ? part : Infinity, dress) };
}

function putBack(aside: [Node, DocumentFragment][], ems: number, dress: (element: Element) => void): boolean {
  let left = ems;
  const next = (): [Node, DocumentFragment] | undefined => {
    while (aside[0]?.[1].firstChild === null) {
      const whole = aside.shift()?.[0] as Element;
      if (whole.closest('p')) dress(whole);
    }
    return aside[0];
  };
  for (let at = next(); at && left > 0; at = next()) {
    const [parent, rest] = at;
    const node = rest.firstChild as ChildNode;
    const own = emsOf(node.textContent ?? '');
    if (own > left && isSection(node)) {
      const inside = document.createRange();
      inside.selectNodeContents(node);
      aside.unshift([node, inside.extractContents()]);
    } else left -= own;
    if (node.nodeType === node.ELEMENT_NODE) dress(node as Element);
    parent.appendChild(node);
  }
  return aside.length > 0;
}

const isSection = (node: Node): boolean => node.childNodes.length > 1 && !(node as Element).matches(WHOLE);

function emsOf(text: string): number {
  let ems = 0;
  for (let index = 0; index < text.length; index++) ems += text.charCodeAt(index) < FIRST_WIDE ? LETTER : 1;
  return ems;
}
