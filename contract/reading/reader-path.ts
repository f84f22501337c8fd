/** Path of the reader page, with the book number and a position in the query. */
export const READER_PATH = '/cms/main/epubRead';
