/** The part of epub.js 0.3.93 that this engine uses, with its true types. */
declare module 'epubjs/src/epubcfi.js' {
  export default class EpubCFI {
    constructor(from?: string | Range | Node, base?: string);
    spinePos: number;
    toString(): string;
    toRange(document: Document): Range | null;
    compare(one: string, two: string): -1 | 0 | 1;
  }
}
