import { isNote, isNoteLink } from '../epub-type.ts';

const BLOCKS = 'p,li,div,dd,dt,aside,section,article,blockquote,td,th,tr,table,dl,ol,ul,figure,pre,h1,h2,h3,h4,h5,h6,body';
const HEADINGS = 'h1,h2,h3,h4,h5,h6';
/** A paragraph in one of these elements belongs to the same note as its siblings. */
const ONE_NOTE = 'li,aside,dd,td,th';
/** Content that is seen without having text. */
const DRAWN = 'img,svg,math,video,audio,object,embed,iframe,canvas';
/** Matches [1] ［一］ ① （2） 3. 4、 * at the start of a note. */
const SIGN =
  /^\s*(?:[[［【〔(（]\s*[\p{N}*＊†‡a-z一二三四五六七八九十百]{1,4}\s*[\]］】〕)）]|[\u2460-\u2473\u24ea-\u24ff\u2776-\u2793]|\p{N}{1,3}[.．、]|[*＊†‡]{1,3})/iu;

/**
 * Returns the elements, or the range, that make up one note. `stands`: the element that a note link targets; it
 * may contain the note, be its start or be an empty anchor before it. `targets`: the targets of other note links; their notes start
 * there and are left out. `sign`: the text of the link. Returns an empty array when the element is in the document head.
 */
export function noteContent(stands: Element, targets: readonly Element[] = [], sign = ''): readonly (Element | Range)[] {
  if (stands.closest('head')) return [];
  return partsOf(stands, new Starts(stands, targets), sign);
}

/** Finds where other notes start: by the links to them, by their declared type, and by names with the same pattern as the requested one. */
class Starts {
  readonly #found: readonly Element[];
  constructor(stands: Element, targets: readonly Element[]) {
    const shape = shapeOf(nameOf(stands));
    const all = [...(stands.ownerDocument.body ?? stands.ownerDocument.documentElement).querySelectorAll('*')];
    const known = new Set(targets);
    this.#found = all.filter(
      (one) =>
        !one.contains(stands) &&
        !stands.contains(one) &&
        (known.has(one) || isNote(one) || (shape !== null && shapeOf(nameOf(one)) === shape && !isNoteLink(one))),
    );
  }
  in = (part: Element): boolean => this.#found.some((one) => part.contains(one));
  after = (place: Element, within: Element): Element | null =>
    this.#found.find((one) => within.contains(one) && (place.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0) ?? null;
}

const nameOf = (element: Element): string => element.id || element.getAttribute('name') || '';
/** Turns note-12 into note-#; returns null without a number. */
const shapeOf = (name: string): string | null => (/\d/.test(name) ? name.replace(/\d+/g, '#') : null);
const hasText = (node: Node): boolean => /[^\s\u00ad\u200b\ufeff]/.test(node.textContent ?? '');
/** Whether a note shows something: a note may consist of a picture or a formula. */
export const hasContent = (node: Element | DocumentFragment): boolean =>
  hasText(node) || node.querySelector(DRAWN) !== null || ('matches' in node && node.matches(DRAWN));
const hasNoteLink = (part: Element): boolean => [...part.querySelectorAll('a')].some(isNoteLink);
const sibling = (element: Element, selector: string): Element | null => {
  let next = element.nextElementSibling;
  while (next && !next.matches(selector)) next = next.nextElementSibling;
  return next;
};

/** Returns the elements, or the range, that make up the note. */
function partsOf(stands: Element, starts: Starts, sign: string): readonly (Element | Range)[] {
  const block = stands.matches(BLOCKS) ? stands : (stands.closest(BLOCKS) ?? stands);
  // An empty element that says that it is a note is an empty note, not an anchor.
  if (block === stands && isNote(block) && !hasContent(block)) return [];
  if (block === stands) return hasContent(block) || !block.nextElementSibling ? blockParts(block, starts, sign) : following(block, starts, sign);
  const stretch = block.ownerDocument.createRange();
  stretch.setStartBefore(stands);
  const next = starts.after(stands, block);
  if (next) stretch.setEndBefore(next);
  else stretch.setEndAfter(block.lastChild ?? stands);
  const holdsBlocks = [...block.children].some((child) => child.matches(BLOCKS));
  const beside = stands.nextElementSibling;
  if (holdsBlocks && !hasContent(stands) && beside) return following(stands, starts, sign);
  if (!hasContent(stretch.cloneContents())) return following(block, starts, sign);
  return starts.in(block) ? [stretch] : blockParts(block, starts, sign);
}

/** An empty anchor names the content that follows it. */
function following(anchor: Element, starts: Starts, sign: string): readonly (Element | Range)[] {
  let next = anchor.nextElementSibling;
  while (next && !hasContent(next)) next = next.nextElementSibling;
  if (next) return starts.in(next) ? [] : blockParts(next, starts, sign);
  const around = anchor.parentElement;
  return around && around !== anchor.ownerDocument.body ? following(around, starts, sign) : [];
}

function blockParts(block: Element, starts: Starts, sign: string): readonly Element[] {
  const row = block.closest('tr');
  if (row && !starts.in(row)) return [row, ...rowsBelow(row, starts)];
  if (block.localName === 'dt') return definition(block, starts);
  for (let around: Element | null = block; around; around = around.parentElement)
    if ((around.matches(ONE_NOTE) || isNote(around)) && !starts.in(around)) {
      if (around.localName === 'dd') return definition(around, starts);
      return [around];
    }
  if (block.matches(HEADINGS)) return [block, ...rest(block, starts, sign, true)];
  if (block.localName !== 'p' && !block.matches(ONE_NOTE) && hasContent(block) && [...block.children].some((child) => child.matches(BLOCKS)))
    return [block];
  return [block, ...rest(block, starts, sign, false)];
}

/** Returns the following rows whose first cell is empty: they continue the row above. */
function rowsBelow(row: Element, starts: Starts): Element[] {
  const found: Element[] = [];
  for (let next = sibling(row, 'tr'); next && !starts.in(next); next = sibling(next, 'tr')) {
    const [first] = next.children;
    if (!first || hasContent(first)) break;
    found.push(next);
  }
  return found;
}

/** Returns a term together with all its definitions. */
function definition(first: Element, starts: Starts): Element[] {
  const found = [first];
  for (let next = first.nextElementSibling; next && !starts.in(next); next = next.nextElementSibling) {
    if (next.localName === 'dt' && found.some((one) => one.localName === 'dd')) break;
    found.push(next);
  }
  return found;
}

/**
 * Returns the paragraphs after the first one that belong to the same note, up to the start of the next note. In running text, which
 * contains note links itself, a note only continues if another note ends it.
 */
function rest(first: Element, starts: Starts, sign: string, isHeading: boolean): Element[] {
  const found: Element[] = [];
  const parent = first.parentElement;
  const amongText = parent !== null && hasNoteLink(parent);
  const signed = SIGN.test(first.textContent ?? '') || sign === '';
  for (let next = first.nextElementSibling; next; next = next.nextElementSibling) {
    if (starts.in(next) || (signed && SIGN.test(next.textContent ?? ''))) return found;
    if (hasNoteLink(next)) return [];
    if (next.matches(`${HEADINGS},hr,nav`)) return amongText && !isHeading ? [] : found;
    found.push(next);
  }
  return amongText && !isHeading ? [] : found;
}
