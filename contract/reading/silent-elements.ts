/** What is written in them is no text of a book: the search text of the house leaves it out, and so does a page that counts its characters. */
export const SILENT_ELEMENTS = ['head', 'style', 'rt', 'rp', 'rtc', 'annotation', 'metadata', 'defs', 'desc', 'template'] as const;
