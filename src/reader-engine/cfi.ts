import EpubCFI from 'epubjs/src/epubcfi.js';

/** The package's spine is its third element, and each document an item in it. */
const baseOf = (documentIndex: number): string => `/6/${(documentIndex + 1) * 2}!`;

/** The canonical fragment identifier of a point; of the whole document where the point is none. */
export function cfiOf(documentIndex: number, point: Range | null): string {
  if (point) {
    try {
      const text = new EpubCFI(point, baseOf(documentIndex)).toString();
      if (/^epubcfi\(.+\)$/.test(text) && text.length <= 500) return text;
    } catch {
      // A node epub.js has no step for; the document is still right.
    }
  }
  return `epubcfi(${baseOf(documentIndex)}/4)`;
}

/** The point in a document; null when the text is no longer there. */
export function pointOfCfi(cfi: string, document: Document): Range | null {
  try {
    return new EpubCFI(cfi).toRange(document);
  } catch {
    return null;
  }
}

/** The identifier of a stretch of text that begins and ends in text nodes; null where there is none. */
export function rangeCfi(documentIndex: number, range: Range): string | null {
  try {
    // Ids are left out: the steps say the same, and a comma in an id would end the range early.
    const text = new EpubCFI(range, baseOf(documentIndex)).toString().replace(/\[[^\]]*\]/g, '');
    return /^epubcfi\([^,]+,[^,]+,[^,]+\)$/.test(text) ? text : null;
  } catch {
    return null;
  }
}
