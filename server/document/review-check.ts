import { differenceOf, type ReviewFault } from './docx/compare-packages.ts';
import { readPackage, type DocxPackage } from './docx/docx-package.ts';
import { storyParts } from './docx/story-parts.ts';
import { marksOf, type DocxMark } from './docx-marks.ts';

export type { ReviewFault } from './docx/compare-packages.ts';

/** Identifies the marks that were there before. Without the text: typing inside an insertion of another author splits it. */
const keyOf = ({ kind, author, date }: DocxMark): string => `${kind}|${author}|${date}`;

export const marksIn = (document: DocxPackage): DocxMark[] => storyParts(document).flatMap(({ part }) => (part.xml ? marksOf(part.xml.root) : []));

/**
 * Proves that a document was changed in review mode only: with all marks of `authors` taken back, the previous version and the upload must be equal,
 * and no new mark carries another name. Returns the first fault, or null.
 */
export function faultBetween(old: DocxPackage, now: DocxPackage, authors: ReadonlySet<string>): ReviewFault | null {
  const known = new Set(marksIn(old).map(keyOf));
  const foreign = marksIn(now).find((mark) => !authors.has(mark.author) && !known.has(keyOf(mark)));
  return foreign ? { kind: 'author', author: foreign.author } : differenceOf(old, now, authors);
}

/** `faultBetween` of files. */
export async function checkReview(before: Uint8Array, after: Uint8Array, author: string | readonly string[]): Promise<ReviewFault | null> {
  return faultBetween(await readPackage(before), await readPackage(after), new Set(typeof author === 'string' ? [author] : author));
}

/** The marks of a document for a list, with author and time. */
export async function listMarks(bytes: Uint8Array): Promise<DocxMark[]> {
  return marksIn(await readPackage(bytes));
}

/** The marks of others that `after` does not contain any more: they were accepted or rejected, or the text around them was deleted. */
export function goneMarks(before: readonly DocxMark[], after: readonly DocxMark[], authors: ReadonlySet<string>): DocxMark[] {
  const there = new Map<string, number>();
  for (const mark of after) there.set(keyOf(mark), (there.get(keyOf(mark)) ?? 0) + 1);
  return before.filter((mark) => {
    if (authors.has(mark.author)) return false;
    const count = there.get(keyOf(mark)) ?? 0;
    there.set(keyOf(mark), count - 1);
    return count < 1;
  });
}
