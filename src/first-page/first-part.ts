/** Number of screens laid out first, counted as if every line were full. */
const SCREENS = 1.5;
/** Screens in each restored part: a page turn may have to wait for one part. */
const PART_SCREENS = 6;
/** Maximum number of parts: the browser lays out everything again for each of them. */
const MOST_PARTS = 4;
/** From this code point on, a character is nearly always one em wide; below it a letter is less than half an em wide. */
const FIRST_WIDE = 0x2e80;
const LETTER = 0.45;
/** A cut inside these elements would change the layout before the cut. */
const WHOLE = 'table,ruby,svg,math';

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Type {
  readonly em: number;
  readonly line: number;
}

/** A head has this much more content than is laid out first, because the two are measured differently. */
const MORE = 1.25;
/** The minimum length of a document for a head, relative to the head. */
const WORTH = 1.5;
const TAG = /<!--[\s\S]*?-->|<(\/?)([a-zA-Z][\w:.-]*)(?:[^<>"']|"[^"]*"|'[^']*')*>/g;

const screenful = ({ width, height }: Size, { em, line }: Type): number => (width * height) / (em * line);

/**
 * Returns the start of a long document's XML markup with its open elements closed: parsing the whole document takes as long as
 * laying out the first page. Null for a short document or one that cannot be parsed here.
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

/** Removed content of a document, to be put back at its position. */
export interface Rest {
  /** Puts back the next part, by default everything; returns false if nothing is left. */
  putBack(part?: 'part'): boolean;
}

/**
 * Removes content far after the first screen of a long document, so that it is laid out after the first page is
 * visible: earlier pages do not move when it is put back. `from` is the reading position; `screen` and `type` (an em and
 * a line) are in pixels; `dress` is called for each restored element and for a paragraph that is complete again. For a head,
 * `whole` parses its complete document on demand. Returns null if the document is short enough.
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
  // The remainder of a head after its cut is part of the rest and is restored with it.
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

/** Returns the last node of a first screen, after this many ems of text; null if the text ends earlier. */
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

/** Returns the ancestors of a node, from the body down. */
function parentsOf(node: Node, body: Element): Node[] {
  const parents: Node[] = [];
  for (let at = node.parentNode; at && parents[0] !== body; at = at.parentNode) parents.unshift(at);
  return parents;
}

/** Removes everything after a node, innermost elements first. */
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
