import EpubCFI from 'epubjs/src/epubcfi.js';
import { withoutIds } from './cfi-point.ts';

const ELEMENT = 1;

/** The spine is the third element of the package, and each document an item in it. */
const baseOf = (documentIndex: number): string => `/6/${(documentIndex + 1) * 2}!`;

/** Returns the CFI of a point, or of its element; of the whole document if the point is null. */
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

/** Returns the CFI of a range that starts and ends in text nodes; null if it does not. */
export function rangeCfi(documentIndex: number, range: Range): string | null {
  try {
    const text = withoutIds(new EpubCFI(range, baseOf(documentIndex)).toString());
    return /^epubcfi\([^,]+,[^,]+,[^,]+\)$/.test(text) ? text : null;
  } catch {
    return null;
  }
}
