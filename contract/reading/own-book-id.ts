/** Ids of books that a person opened from a file: they are on that person's device only, and no work of the server has such an id. */
export const OWN_BOOKS = 900_000_000_000_000;
export const isOwnBook = (publishId: number): boolean => publishId >= OWN_BOOKS;
