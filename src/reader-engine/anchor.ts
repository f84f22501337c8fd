import type { PreparedBook } from '../../contract/reading/prepared-book.ts';
import { pointOfCfi } from './cfi-point.ts';
import { elementByName } from './element-by-name.ts';
import type { PageFrame } from './frame/page-frame.ts';
import { documentOf, documentOfCfi, positionOfPercent } from './position.ts';

/** A fragment identifier (CFI), an address relative to the folder, a document, or a percentage of the characters. */
export type Target = { cfi: string } | { href: string } | { documentIndex: number; end?: boolean } | { percent: number };

/** A position in a document: resolved to a page once it is laid out, and again whenever its layout changes. */
export type Anchor =
  | { page: number }
  | { fraction: number }
  | { fragment: string }
  | { cfi: string }
  | { end: true }
  | { point: Range; page: number; lead: number };

/** Returns the document of a target, before anything of the book is shown. */
export function documentOfTarget(book: PreparedBook, target: Target): number {
  if ('documentIndex' in target) return target.documentIndex;
  if ('percent' in target) return positionOfPercent(book, target.percent).documentIndex;
  return 'href' in target ? documentOf(book, target.href) : documentOfCfi(target.cfi);
}

export function anchorOf(book: PreparedBook, target: Target): Anchor {
  if ('documentIndex' in target) return target.end ? { end: true } : { page: 0 };
  if ('percent' in target) return { fraction: positionOfPercent(book, target.percent).fraction };
  if ('cfi' in target) return { cfi: target.cfi };
  const fragment = target.href.split('#')[1];
  return fragment ? { fragment } : { page: 0 };
}

/** Returns the position of a frame: the first text of its page, if there is any. */
export const anchorHere = (frame: PageFrame, point: Range | null): Anchor =>
  point ? { point, page: frame.page, lead: frame.leadOf(point) } : { page: frame.page };

/** Returns the text position of an anchor; null if it has none, or if the text is gone. */
export function heldBy(anchor: Anchor, inside: Document): Range | null {
  if ('point' in anchor) return anchor.point.startContainer.isConnected ? anchor.point : null;
  const found = 'cfi' in anchor ? pointOfCfi(anchor.cfi, inside) : null;
  found?.collapse(true);
  return found;
}

export function showAnchor(frame: PageFrame, wanted: Anchor): void {
  if ('end' in wanted) return frame.showAt('end');
  if ('point' in wanted) return wanted.point.startContainer.isConnected ? frame.showAt(wanted.point, wanted.lead) : frame.show(wanted.page);
  if ('page' in wanted) return frame.show(wanted.page);
  if ('fraction' in wanted) return frame.show(Math.min(frame.pages - 1, Math.floor(wanted.fraction * frame.pages + 1e-9)));
  const point = 'cfi' in wanted ? pointOfCfi(wanted.cfi, frame.document) : placeNamed(frame.document, wanted.fragment);
  if (point) frame.showAt(point);
  else frame.show(0);
}

/** Returns the element with this name. If it is not rendered, as with hidden printed page marks, returns the content at its place. */
export function placeNamed(inside: Document, name: string): Element | null {
  let found = elementByName(inside, name);
  while (found && found !== inside.body && found.getClientRects().length === 0) found = found.nextElementSibling ?? found.parentElement;
  return found;
}
