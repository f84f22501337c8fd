import { elementByName } from './element-by-name.ts';
import { noteContent } from './note-content.ts';
import { isNote, isNoteLink } from './epub-type.ts';

/** A note of the book, as it is shown next to the passage it belongs to. */
export interface BookNote {
  /** The reference sign: ①, [3], * . */
  readonly sign: string;
  readonly paragraphs: readonly string[];
  /** The position in the book, relative to the folder. */
  readonly href: string;
}

/** Resolves to the note that a link leads to, or null if the target is no note. The target document may have to be fetched. */
export async function noteAt(href: string, link: Element, documentOf: () => Promise<Document>): Promise<BookNote | null> {
  const [, fragment] = href.split('#');
  const inside = fragment ? await documentOf() : null;
  const stands = inside && elementByName(inside, fragment ?? '');
  if (!stands || !(isNoteLink(link) || isInNote(stands))) return null;
  const sign = (link.textContent ?? '').trim();
  const [first = '', ...rest] = noteContent(stands, targetsBeside(link, inside), sign);
  // The sign is already shown in the title.
  const paragraphs = [sign && first.startsWith(sign) ? first.slice(sign.length).trimStart() : first, ...rest].filter(Boolean);
  return paragraphs.length > 0 ? { sign, paragraphs, href } : null;
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
