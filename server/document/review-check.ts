import { marksOf, type DocxMark } from './docx-marks.ts';
import { normalForm, type Line } from './docx-normal-form.ts';
import { readDocx, type DocxParts } from './docx-parts.ts';
import { parseXml } from './xml-tree.ts';

/** Parts that a reader sees or that decide how the text looks. */
const CHECKED = /^word\/(document|footnotes|endnotes|header\d*|footer\d*|numbering|styles)\.xml$/;
const MEDIA = /^word\/media\//;

export type ReviewFault =
  | { readonly kind: 'untracked'; readonly paragraph: number; readonly words: string }
  | { readonly kind: 'author'; readonly author: string }
  | { readonly kind: 'media'; readonly name: string };

/** `markCount` of a revision, to tell the marks of the upload from those that were there. */
const keyOf = ({ kind, author, date, text }: DocxMark): string => `${kind}|${author}|${date}|${text}`;

function marksIn(parts: DocxParts): DocxMark[] {
  return [...parts.xml].filter(([name]) => CHECKED.test(name)).flatMap(([, xml]) => marksOf(parseXml(xml)));
}

/** Pictures by content: an editor may rename them, and may store one picture twice. */
const mediaOf = ({ hashes }: DocxParts): ReadonlySet<string> => new Set([...hashes].filter(([name]) => MEDIA.test(name)).map(([, hash]) => hash));

const linesOf = (parts: DocxParts, name: string, author: string): Line[] => {
  const xml = parts.xml.get(name);
  return xml === undefined ? [] : normalForm(parseXml(xml), author);
};

/**
 * Proves that a document was changed in review mode only: with all marks of `author` rejected, the previous version and the upload must be
 * equal in text, formats, tables, notes, headers and pictures, and no new mark carries another name. Returns the first fault, or null.
 * Source: section "What the server must enforce" of the design of the .docx editor; file hashes are never compared.
 */
export async function checkReview(before: Uint8Array, after: Uint8Array, author: string): Promise<ReviewFault | null> {
  const [old, now] = [await readDocx(before), await readDocx(after)];
  const known = new Set(marksIn(old).map(keyOf));
  const foreign = marksIn(now).find((mark) => mark.author !== author && !known.has(keyOf(mark)));
  if (foreign) return { kind: 'author', author: foreign.author };
  const names = new Set([...old.xml.keys(), ...now.xml.keys()].filter((name) => CHECKED.test(name)));
  for (const name of ['word/document.xml', ...[...names].filter((one) => one !== 'word/document.xml')]) {
    const fault = firstDifference(linesOf(old, name, author), linesOf(now, name, author));
    if (fault) return fault;
  }
  const [oldMedia, newMedia] = [mediaOf(old), mediaOf(now)];
  const lost = [...oldMedia].find((hash) => !newMedia.has(hash));
  return lost ? { kind: 'media', name: [...old.hashes].find(([, hash]) => hash === lost)?.[0] ?? '' } : null;
}

function firstDifference(before: readonly Line[], after: readonly Line[]): ReviewFault | null {
  let paragraph = 0;
  for (let at = 0; at < Math.max(before.length, after.length); at += 1) {
    const [was, is] = [before[at], after[at]];
    if (is?.text.startsWith('¶') ?? was?.text.startsWith('¶')) paragraph += 1;
    if (was?.text !== is?.text) return { kind: 'untracked', paragraph: Math.max(1, paragraph), words: is?.words ?? was?.words ?? '' };
  }
  return null;
}

/** The marks of a document for a list, with author and time. */
export async function listMarks(bytes: Uint8Array): Promise<DocxMark[]> {
  return marksIn(await readDocx(bytes));
}
