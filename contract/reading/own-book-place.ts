/** Number of ids of own books: addresses of books have 15 digits at most. */
export const OWN_BOOKS_COUNT = 99_000_000_000_000;
/** An own book has one edition: the file. */
export const OWN_EDITION = 1;
/** The list of own books on the shelf; also where a file that the system opens arrives. */
export const OWN_SHELF = '/personalCenter/favorite?tab=own';
