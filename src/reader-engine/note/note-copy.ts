import { elementByName } from '../element-by-name.ts';
import { meaning } from '../epub-type.ts';
import { hasContent } from './note-content.ts';
import { OWN_SHEET } from '../queryable.ts';

const XHTML = 'http://www.w3.org/1999/xhtml';
/** Marks the elements around the note, and the note itself, which the book may hide or place elsewhere on its page. */
export const NOTE_AROUND = 'data-note-around';
export const NOTE_PART = 'data-note-part';
/** Attributes that the layout of a page wrote. They do not apply to a note in a frame of another size. */
const LAID_OUT =
  'late repaired tall wrapped out moved wide boxed hue laid stack label turned columns unfloated marked ragged scroll cell head stub stacked hyphened unbroken'
    .split(' ')
    .map((name) => `data-${name}`);

export interface NoteCopy {
  readonly root: Element;
  /** The element that holds the copied parts. */
  readonly body: Element;
  /** The links of the note in the book, in the order of those in the copy. */
  readonly links: readonly Element[];
}

/**
 * Copies a note into a document of its own. The elements around the note are copied without their other content, so that the styles of
 * the book apply to it as on its page. Its back link and its sign, which the title shows, are left out. `link` leads to the note.
 */
export function copyOfNote(parts: readonly (Element | Range)[], sign: string, link: Element): NoteCopy {
  const [first] = parts;
  const owner = first ? ownerOf(first) : link.ownerDocument;
  const root = owner.createElementNS(XHTML, 'html');
  const head = owner.createElementNS(XHTML, 'head');
  root.append(head);
  for (const style of owner.querySelectorAll('style')) if (!style.hasAttribute(OWN_SHEET)) head.append(style.cloneNode(true));
  const body = first ? around(first, root) : root.appendChild(owner.createElementNS(XHTML, 'body'));
  for (const part of parts) {
    const copy = 'cloneContents' in part ? part.cloneContents() : (part.cloneNode(true) as Element);
    if ('setAttribute' in copy) copy.setAttribute(NOTE_PART, '');
    body.append(copy);
  }
  const links = parts.flatMap(linksIn);
  const copied = [...body.querySelectorAll('a[href]')];
  const back = new Set(copied.filter((one, at) => isBackLink(one, links[at], link)));
  for (const one of back) one.remove();
  leaveOutSign(body, sign);
  clean(root);
  const left = new Set(body.querySelectorAll('a[href]'));
  return { root, body, links: links.filter((_one, at) => left.has(copied[at] as Element)) };
}

const ownerOf = (part: Element | Range): Document => ('cloneContents' in part ? part.startContainer : part).ownerDocument as Document;

/** Copies the chain of elements around a part into `root` and returns the innermost copy. */
function around(part: Element | Range, root: Element): Element {
  const chain: Element[] = [];
  let at = 'cloneContents' in part ? part.commonAncestorContainer : part.parentNode;
  for (; at && at.parentNode; at = at.parentNode) if (at.nodeType === at.ELEMENT_NODE) chain.unshift(at as Element);
  const [html, ...rest] = chain;
  for (const { name, value } of html?.attributes ?? []) root.setAttribute(name, value);
  let into = root;
  for (const element of rest) {
    const copy = element.cloneNode(false) as Element;
    copy.setAttribute(NOTE_AROUND, '');
    into.append(copy);
    into = copy;
  }
  return into;
}

/** Returns the links of a part that the copy of the part contains, in the same order. */
function linksIn(part: Element | Range): Element[] {
  if (!('cloneContents' in part)) return [...(part.matches('a[href]') ? [part] : []), ...part.querySelectorAll('a[href]')];
  const common = part.commonAncestorContainer;
  const within = common.nodeType === common.ELEMENT_NODE ? (common as Element) : common.parentElement;
  return [...(within?.querySelectorAll('a[href]') ?? [])].filter((one) => part.intersectsNode(one));
}

/** A back link says so, shows no word and no picture, or leads to the link that led here. */
function isBackLink(copy: Element, original: Element | undefined, link: Element): boolean {
  if (/backlink/.test(meaning(copy))) return true;
  if (/[\p{L}\p{N}]/u.test(copy.textContent ?? '')) return false;
  if (!hasContent(copy) || /\S/.test(copy.textContent ?? '')) return true;
  const name = original?.getAttribute('href')?.split('#')[1];
  const target = name ? elementByName(link.ownerDocument, name) : null;
  return target !== null && (target.contains(link) || link.contains(target));
}

/** Removes the sign at the start of the note, together with the elements that held nothing else. */
function leaveOutSign(body: Element, sign: string): void {
  let rest = sign;
  const walker = body.ownerDocument.createTreeWalker(body, 4);
  const emptied: Element[] = [];
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  const whole = texts.map(({ data }) => data).join('');
  if (!sign || !whole.trimStart().startsWith(sign)) return;
  for (const text of texts) {
    const begins = text.data.length - text.data.trimStart().length;
    let taken = 0;
    while (rest && text.data[begins + taken] === rest[0]) [rest, taken] = [rest.slice(1), taken + 1];
    text.data = text.data.slice(begins + taken);
    if (text.data === '' && text.parentElement) emptied.push(text.parentElement);
    if (!rest) {
      if (text.data !== '') text.data = text.data.trimStart();
      break;
    }
  }
  for (let element of emptied)
    while (element !== body && !hasContent(element) && !element.matches('td,th,p,li,dd,dt,div,aside')) {
      const parent: Element | null = element.parentElement;
      element.remove();
      if (!parent) break;
      element = parent;
    }
}

function clean(root: Element): void {
  for (const element of [root, ...root.querySelectorAll('*')]) {
    for (const name of [...LAID_OUT, 'hidden']) element.removeAttribute(name);
    if (element.localName === 'details') element.setAttribute('open', '');
    const { style } = element as Partial<HTMLElement>;
    if (style?.zoom) style.zoom = '';
  }
}
