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

/** A head holds so much more than is laid out at once: both are counted, and not in the same way. */
const MORE = 1.25;
/** and it is worth its trouble where the document is so many times as long. */
const WORTH = 1.5;
const TAG = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][\w:.-]*)(?:[^<>"']|"[^"]*"|'[^']*')*>/g;

const screenful = ({ width, height }: Size, { em, line }: Type): number => (width * height) / (em * line);

/**
 * The beginning of a long document's markup, XML as a book is prepared in, with what is open there closed: to parse all of it takes as long as to
 * lay the first page out. Null where it is not long, or not read here.
 */
export function headOf(markup: string, screen: Size, type: Type): string | null {
  const most = SCREENS * MORE * screenful(screen, type);
  const from = markup.indexOf('<body');
  if (from < 0 || markup.length < from + 2 * most || markup.includes('<![CDATA[')) return null;
  const open: string[] = [];
  let counted = 0;
  let at = 0;
  for (const { 0: tag, 1: closes, 2: name, index } of markup.matchAll(TAG)) {
    if (at > from) counted += emsOf(markup.slice(at, index).replace(/&[^;]+;/g, 'x'));
    if (counted > most && !open.some((one) => WHOLE.split(',').includes(one)))
      return index * WORTH < markup.length ? markup.slice(0, index) + ends(open) : null;
    at = index + tag.length;
    if (name === undefined || tag.endsWith('/>')) continue;
    if (!closes) open.push(name);
    else if (open.pop() !== name) return null;
  }
  return null;
}

const ends = (open: readonly string[]): string =>
  open
    .toReversed()
    .map((one) => `</${one}>`)
    .join('');

/** What was taken out of a document, to be put back where it stood. */
export interface Rest {
  /** The next part of it, by default all; false where nothing is left. */
  putBack(part?: 'part'): boolean;
}

/**
 * Takes what stands far behind the first screen out of a long document, so that it is laid out after the first page was
 * seen: pages before it do not move when it comes back. `from` is where reading goes on; `screen` and `type`, an em and
 * a line, in pixels; `dress` is called for each element that comes back, and for a paragraph that is whole again. Of a head,
 * `whole` reads the document it is the beginning of, once that is wanted. Answers null where the document is short enough.
 */
export function setRestAside(
  body: Element,
  from: Node | null,
  screen: Size,
  type: Type,
  applyStyles: (element: Element) => void,
  whole: (() => Element | null) | null = null,
): Rest | null {
  const onScreen = screenful(screen, type);
  const most = SCREENS * onScreen;
  const end = lastOf(body, from, most);
  if (!end) return null;
  const parents = parentsOf(end, body);
  const behind = takeBehind(end, parents);
  if (!whole && behind.length === 0) return null;
  // What is left of a head behind its cut is a piece of the rest, and comes with it.
  let aside = whole ? null : behind;
  const read = (): Part[] => {
    const other = whole?.() ?? null;
    const same = other && lastOf(other, null, most);
    if (!same) return [];
    const others = parentsOf(same, other);
    return takeBehind(same, others).map(([parent, rest]) => [parents[others.indexOf(parent)] ?? body, rest]);
  };
  let part = 0;
  return {
    putBack(asked) {
      aside ??= read();
      part ||= Math.max(PART_SCREENS * onScreen, aside.reduce((sum, [, rest]) => sum + emsOf(rest.textContent), 0) / MOST_PARTS);
      return putBack(aside, asked ? part : Infinity, applyStyles);
    },
  };
}

type Part = [Node, DocumentFragment];

/** The last node of a first screen, with so many ems of text before it; null where the text ends sooner. */
function lastOf(body: Element, from: Node | null, most: number): Node | null {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  let last: Node | null = null;
  let counted = from ? -Infinity : 0;
  for (let node = walker.nextNode(); node && counted < most; node = walker.nextNode()) {
    last = node;
    if (from && (node === from || from.contains(node))) counted = Math.max(counted, 0);
    counted += emsOf((node as Text).data);
  }
  return counted < most ? null : (last?.parentElement?.closest(WHOLE) ?? last);
}

/** What a node stands in, from the body on. */
function parentsOf(node: Node, body: Element): Node[] {
  const parents: Node[] = [];
  for (let at = node.parentNode; at && parents[0] !== body; at = at.parentNode) parents.unshift(at);
  return parents;
}

/** Takes out what stands behind a node, innermost first. */
function takeBehind(end: Node, parents: readonly Node[]): Part[] {
  return [...parents.slice(1), end].toReversed().flatMap((node): Part[] => {
    const parent = node.parentNode;
    if (!parent?.lastChild || !node.nextSibling) return [];
    const rest = parent.ownerDocument?.createRange() ?? document.createRange();
    rest.setStartAfter(node);
    rest.setEndAfter(parent.lastChild);
    return [[parent, rest.extractContents()]];
  });
}

function putBack(aside: Part[], ems: number, applyStyles: (element: Element) => void): boolean {
  let left = ems;
  const next = (): Part | undefined => {
    while (aside[0]?.[1].firstChild === null) {
      const whole = aside.shift()?.[0] as Element;
      if (whole.closest('p')) applyStyles(whole);
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
    if (node.nodeType === node.ELEMENT_NODE) applyStyles(node as Element);
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
