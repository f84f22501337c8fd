import { elementByName } from '../element-by-name.ts';
import { hasContent, noteContent } from './note-content.ts';
import { isNote, isNoteLink } from '../epub-type.ts';
import { copyOfNote } from './note-copy.ts';

/** A note of the book, as it is shown next to the passage it belongs to. */
export interface BookNote {
  /** The reference sign: ①, [3], * . */
  readonly sign: string;
  /** The position in the book, relative to the folder. */
  readonly href: string;
  /** A document with the note alone, with the elements around it and the styles of the book. */
  readonly root: Element;
  /** The links of the note, as they are in the book, in the order of those in `root`. */
  readonly links: readonly Element[];
}

/** Resolves to the note that a link leads to, or null if the target is no note or shows nothing. The target document may have to be fetched. */
export async function noteAt(href: string, link: Element, documentOf: () => Promise<Document>): Promise<BookNote | null> {
  const [, fragment] = href.split('#');
  const inside = fragment ? await documentOf() : null;
  const stands = inside && elementByName(inside, fragment ?? '');
  if (!stands || !(isNoteLink(link) || isInNote(stands))) return null;
  const sign = (link.textContent ?? '').trim().replace(/^注释?\s*(?=\S)/, '');
  const parts = noteContent(stands, targetsBeside(link, inside), sign);
  const { root, links, body } = copyOfNote(parts, sign, link);
  return hasContent(body) ? { sign, href, root, links } : null;
}

function isInNote(place: Element): boolean {
  for (let at: Element | null = place; at; at = at.parentElement) if (isNote(at)) return true;
  return false;
}

/** Returns the targets of the other note links of the link's document that lie in the document of its own note. */
function targetsBeside(link: Element, inside: Document): Element[] {
  const fileOf = (one: Element): string => (one.getAttribute('href') ?? '').split('#')[0] ?? '';
  const file = fileOf(link);
  return [...link.ownerDocument.querySelectorAll('a[href*="#"]')].flatMap((one) =>
    isNoteLink(one) && fileOf(one) === file ? (elementByName(inside, one.getAttribute('href')?.split('#')[1] ?? '') ?? []) : [],
  );
}
