import type { PreparedDocument } from '../../contract/reading/prepared-book.ts';
import type { BookFiles } from './files.ts';
import type { Package } from './package/package.ts';

/**
 * Returns a function that gives, for each file, the index of the first document that needs it: its own for a document, 0 for style
 * sheets, fonts and `everybody`, the last for unreferenced files. `heard`: the narration recordings of a document.
 */
export function documentOf(
  files: BookFiles,
  spine: readonly string[],
  everybody: readonly string[],
  heard: (path: string) => readonly string[],
): (path: string) => number {
  const numbers = new Map(spine.map((path, at): [string, number] => [path, at]).toReversed());
  const reached = new Set(spine);
  const style = (path: string): boolean => files.styles.has(path) || (files.written.get(path)?.type.startsWith('font/') ?? false);
  const reach = (from: string, number: number): void => {
    for (const path of [...files.needs(from), ...heard(from)]) {
      if (reached.has(path) || !files.written.has(path)) continue;
      reached.add(path);
      numbers.set(path, style(path) ? 0 : number);
      reach(path, number);
    }
  };
  for (const [at, path] of spine.entries()) reach(path, at);
  for (const path of everybody) {
    if (!spine.includes(path) || files.written.get(path)?.type !== 'image/svg+xml') numbers.set(path, 0);
    reach(path, 0);
  }
  const last = Math.max(0, spine.length - 1);
  return (path) => numbers.get(path) ?? (style(path) ? 0 : last);
}

/** Returns whether most of the text is in vertical writing, by the effective styles of html and body. */
export function isVertical(pack: Package, files: BookFiles, documents: readonly PreparedDocument[]): boolean {
  if (pack.saysVertical) return true;
  const sheets = new Map<string, readonly string[]>();
  const verticalOf = (sheet: string, seen: ReadonlySet<string> = new Set()): readonly string[] => {
    const known = sheets.get(sheet);
    if (known || seen.has(sheet)) return known ?? [];
    const css = files.styles.get(sheet);
    const found = css ? [...css.vertical, ...css.refs.flatMap((ref) => verticalOf(ref, new Set([...seen, sheet])))] : [];
    sheets.set(sheet, found);
    return found;
  };
  let vertical = 0;
  let all = 0;
  for (const { href, characters } of documents) {
    const document = files.documents.get(href);
    if (!document) continue;
    all += characters;
    const selectors = [...document.vertical, ...document.stylesheets.flatMap((sheet) => verticalOf(sheet))];
    if (selectors.some((selector) => document.roots.has(selector))) vertical += characters;
  }
  return vertical > 0 && vertical * 2 >= all;
}

/** Visible elements without text. */
const SEEN = /<(?:\w+:)?(?:img|svg|image|picture|video|audio|canvas|table|math|hr|iframe|object|input|button|select|textarea)[\s/>]/i;

/**
 * Returns whether a document shows nothing, for example the remainder after a converter split a chapter. A document styled by pictures
 * may consist only of its background.
 */
export function showsNothing(files: BookFiles, path: string): boolean {
  const document = files.documents.get(path);
  if (!document || document.text !== '' || document.refs.length > 0 || SEEN.test(document.markup)) return false;
  return ![...document.stylesheets].some((sheet) => files.styles.get(sheet)?.refs.some((ref) => files.written.get(ref)?.type.startsWith('image/')));
}
