import EpubCFI from 'epubjs/src/epubcfi.js';
import { withoutIds } from './cfi-point.ts';

const ELEMENT = 1;

/** The package's spine is its third element, and each document an item in it. */
const baseOf = (documentIndex: number): string => `/6/${(documentIndex + 1) * 2}!`;

/** The canonical fragment identifier of a point, or of the element it stands in; of the whole document where the point is none. */
export function cfiOf(documentIndex: number, point: Range | null): string {
  if (point) {
    try {
      const { startContainer } = point;
      const text = withoutIds(new EpubCFI(startContainer.nodeType === ELEMENT ? startContainer : point, baseOf(documentIndex)).toString());
      if (/^epubcfi\(.+\)$/.test(text) && text.length <= 500) return text;
    } catch {
      // A node epub.js has no step for; the document is still right.
    }
  }
  return `epubcfi(${baseOf(documentIndex)}/4)`;
}

/** The identifier of a stretch of text that begins and ends in text nodes; null where there is none. */
export function rangeCfi(documentIndex: number, range: Range): string | null {
  try {
    const text = withoutIds(new EpubCFI(range, baseOf(documentIndex)).toString());
    return /^epubcfi\([^,]+,[^,]+,[^,]+\)$/.test(text) ? text : null;
  } catch {
    return null;
  }
}
