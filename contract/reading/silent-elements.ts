/** Elements whose text is not part of the book text: the server's search text skips them, and so does a page that counts characters. */
export const SILENT_ELEMENTS = ['head', 'style', 'rt', 'rp', 'rtc', 'annotation', 'metadata', 'defs', 'desc', 'template'] as const;
