/** Where a book is read, with its number and a place in the query. */
export const READER_PATH = '/cms/main/epubRead';
