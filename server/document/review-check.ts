import { marksOf, type DocxMark } from './docx-marks.ts';
import { anything, normalForm, type Line } from './docx-normal-form.ts';
import { readDocx, type DocxParts } from './docx-parts.ts';
import { childrenOf, isElement, parseXml, type XmlElement } from './xml-tree.ts';

/** Parts that a reader sees or that decide how the text looks. */
const CHECKED = /^word\/(document|footnotes|endnotes|header\d*|footer\d*)\.xml$/;
const MEDIA = /^word\/media\//;
const COMMENTS = 'word/comments.xml';

export type ReviewFault =
  | { readonly kind: 'untracked'; readonly paragraph: number; readonly words: string }
  | { readonly kind: 'author'; readonly author: string }
  | { readonly kind: 'comment'; readonly author: string }
  | { readonly kind: 'definition'; readonly name: 'styles' | 'numbering' }
  | { readonly kind: 'media'; readonly name: string };

/** Identifies the marks that were there before. Without the text: typing inside an insertion of another author splits it. */
const keyOf = ({ kind, author, date }: DocxMark): string => `${kind}|${author}|${date}`;

/** Each part is parsed once, although marks, text and comments are compared separately. */
const parsed = new WeakMap<DocxParts, Map<string, XmlElement>>();
function treeOf(parts: DocxParts, name: string): XmlElement | undefined {
  const xml = parts.xml.get(name);
  if (xml === undefined) return undefined;
  const trees = parsed.get(parts) ?? new Map<string, XmlElement>();
  parsed.set(parts, trees);
  const tree = trees.get(name) ?? parseXml(xml);
  trees.set(name, tree);
  return tree;
}

export function marksIn(parts: DocxParts): DocxMark[] {
  return [...parts.xml.keys()].filter((name) => CHECKED.test(name)).flatMap((name) => marksOf(treeOf(parts, name)!));
}

/** Pictures by content: an editor may rename them, and may store one picture twice. */
const mediaOf = ({ hashes }: DocxParts): ReadonlySet<string> => new Set([...hashes].filter(([name]) => MEDIA.test(name)).map(([, hash]) => hash));

const linesOf = (parts: DocxParts, name: string, authors: ReadonlySet<string>): Line[] => {
  const tree = treeOf(parts, name);
  return tree ? normalForm(tree, authors) : [];
};

/**
 * Proves that a document was changed in review mode only: with all marks of `authors` rejected, the previous version and the upload must be
 * equal in text, formats, tables, notes, headers and pictures; no new mark or comment carries another name, and the comments of others are
 * unchanged. Returns the first fault, or null.
 * Source: section "What the server must enforce" of the design of the .docx editor; file hashes are never compared.
 */
export async function checkReview(before: Uint8Array, after: Uint8Array, author: string | readonly string[]): Promise<ReviewFault | null> {
  return faultBetween(await readDocx(before), await readDocx(after), new Set(typeof author === 'string' ? [author] : author));
}

/** `checkReview` of documents that are already unpacked. */
export function faultBetween(old: DocxParts, now: DocxParts, authors: ReadonlySet<string>): ReviewFault | null {
  const known = new Set(marksIn(old).map(keyOf));
  const foreign = marksIn(now).find((mark) => !authors.has(mark.author) && !known.has(keyOf(mark)));
  if (foreign) return { kind: 'author', author: foreign.author };
  const names = new Set([...old.xml.keys(), ...now.xml.keys()].filter((name) => CHECKED.test(name)));
  for (const name of ['word/document.xml', ...[...names].filter((one) => one !== 'word/document.xml')]) {
    const fault = firstDifference(linesOf(old, name, authors), linesOf(now, name, authors));
    if (fault) return fault;
  }
  for (const name of ['styles', 'numbering'] as const) {
    const [was, is] = [definitionsOf(old, name), definitionsOf(now, name)];
    const lost = [...was].some(([key, value]) => is.get(key) !== value);
    // An added default style would change text that has no style of its own.
    const added = [...is].some(([key, value]) => !was.has(key) && value.startsWith('default'));
    if (lost || added) return { kind: 'definition', name };
  }
  const changed = changedComment(commentsOf(old, authors), commentsOf(now, authors));
  if (changed !== null) return { kind: 'comment', author: changed };
  const [oldMedia, newMedia] = [mediaOf(old), mediaOf(now)];
  const lost = [...oldMedia].find((hash) => !newMedia.has(hash));
  return lost ? { kind: 'media', name: [...old.hashes].find(([, hash]) => hash === lost)?.[0] ?? '' } : null;
}

/**
 * Styles by id, and the levels of lists by list and level. Those that were there must stay as they are; an editor adds those that a tracked change
 * needs, such as the next level of a list, and an added one changes nothing by itself.
 */
function definitionsOf(parts: DocxParts, name: 'styles' | 'numbering'): Map<string, string> {
  const root = treeOf(parts, `word/${name}.xml`);
  const found = new Map<string, string>();
  for (const [index, one] of (root?.children ?? []).filter(isElement).entries()) {
    const { attributes } = one;
    if (one.name === 'w:style') found.set(`style ${attributes['w:styleId']}`, (attributes['w:default'] === '1' ? 'default ' : '') + anything(one));
    else if (one.name === 'w:num') found.set(`list ${attributes['w:numId']}`, anything(one));
    else if (one.name === 'w:abstractNum')
      for (const level of childrenOf(one, 'w:lvl'))
        found.set(`level ${attributes['w:abstractNumId']} ${level.attributes['w:ilvl']}`, anything(level));
    // The list of names of Word's own styles changes with the version of Word.
    else if (one.name !== 'w:latentStyles') found.set(`${one.name} ${name === 'styles' ? '' : index}`, anything(one));
  }
  return found;
}

const plainText = (element: XmlElement): string =>
  element.children.map((child) => (isElement(child) ? plainText(child) : child)).join('') + (element.name === 'w:p' ? '\n' : '');

/** The comments of everybody but `authors`, by author and text. Editors renumber them, so ids do not count. */
function commentsOf(parts: DocxParts, authors: ReadonlySet<string>): { author: string; text: string }[] {
  const tree = treeOf(parts, COMMENTS);
  if (!tree) return [];
  return childrenOf(tree, 'w:comment')
    .map((comment) => ({ author: comment.attributes['w:author'] ?? '', text: plainText(comment) }))
    .filter(({ author }) => !authors.has(author));
}

/** The author of the first comment that is in one list only, or null. */
function changedComment(before: readonly { author: string; text: string }[], after: readonly { author: string; text: string }[]): string | null {
  const left = new Map<string, { author: string; count: number }>();
  const add = (list: readonly { author: string; text: string }[], by: number): void => {
    for (const { author, text } of list) {
      const key = `${author}\n${text}`;
      left.set(key, { author, count: (left.get(key)?.count ?? 0) + by });
    }
  };
  add(before, 1);
  add(after, -1);
  return [...left.values()].find(({ count }) => count !== 0)?.author ?? null;
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
