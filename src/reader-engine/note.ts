import { elementNamed } from './anchor.ts';

/** A note of the book, as it is read beside the passage it belongs to. */
export interface BookNote {
  /** The sign it hangs on: ①, [3], * . */
  readonly sign: string;
  readonly paragraphs: readonly string[];
  /** Where it stands in the book, relative to the folder. */
  readonly href: string;
}

const OPS = 'http://www.idpf.org/2007/ops';
const NOTE = /\b(footnote|endnote|rearnote|note|doc-footnote|doc-endnote)\b/;
const NOTE_LINK = /\b(noteref|doc-noteref)\b/;
const BLOCKS = 'p,li,div,dd,aside,section,blockquote,td';

const meaning = (element: Element): string =>
  `${element.getAttributeNS(OPS, 'type') ?? element.getAttribute('epub:type') ?? ''} ${element.getAttribute('role') ?? ''}`;

/** Whether the link itself says that it leads to a note. */
export const isNoteLink = (link: Element): boolean => NOTE_LINK.test(meaning(link)) || /\bduokan-footnote\b/.test(link.getAttribute('class') ?? '');

/** Whether the place says that it is one. */
export const isNote = (element: Element): boolean => NOTE.test(meaning(element));

/** What a note says, a string a paragraph, without the link that leads back; nothing where it is no part of the page. */
export function noteText(place: Element): string[] {
  if (place.closest('head')) return [];
  const element = place.matches(BLOCKS) ? place : (place.closest(BLOCKS) ?? place);
  const copy = element.cloneNode(true) as Element;
  for (const away of copy.querySelectorAll('rt,rp,style,script')) away.remove();
  for (const link of copy.querySelectorAll('a')) if (isBackLink(link)) link.remove();
  const blocks = [...copy.querySelectorAll(BLOCKS)].filter((block) => !block.querySelector(BLOCKS));
  return (blocks.length > 0 ? blocks : [copy]).map((block) => (block.textContent ?? '').replace(/\s+/g, ' ').trim()).filter(Boolean);
}

const isBackLink = (link: Element): boolean => /backlink/.test(meaning(link)) || /^[^\p{L}\p{N}]*$/u.test(link.textContent ?? '');

/** The note a link leads to, as far as it is one; the document it is in may have to be fetched. */
export async function noteAt(href: string, link: Element, documentOf: () => Promise<Document>): Promise<BookNote | null> {
  const [, fragment] = href.split('#');
  const stands = fragment ? elementNamed(await documentOf(), fragment) : null;
  if (!stands || !(isNoteLink(link) || isNote(stands))) return null;
  const sign = (link.textContent ?? '').trim();
  const [first = '', ...rest] = noteText(stands);
  // It stands in the title already.
  const paragraphs = [sign && first.startsWith(sign) ? first.slice(sign.length).trimStart() : first, ...rest].filter(Boolean);
  return paragraphs.length > 0 ? { sign, paragraphs, href } : null;
}
