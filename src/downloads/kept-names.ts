import type { BookCard } from '../../contract/catalog/book.ts';
import { remember } from '../session/device-memory.ts';

/** Apart from the database: what the browser clears there is still named here, so that it can be fetched again. */
const keyOf = (userId: number): string => `shuzhou.kept-names.${userId}`;

function namesOf(userId: number): BookCard[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as BookCard[];
  } catch {
    return [];
  }
}

function write(userId: number, books: readonly BookCard[]): void {
  remember(keyOf(userId), JSON.stringify(books));
}

export function noteKept(userId: number | null, books: readonly BookCard[]): void {
  if (userId === null || books.length === 0) return;
  const others = namesOf(userId).filter((one) => !books.some((book) => book.publishId === one.publishId));
  write(userId, [...others, ...books]);
}

export function forgetKeptNames(userId: number | null, publishIds: readonly number[]): void {
  if (userId !== null)
    write(
      userId,
      namesOf(userId).filter((one) => !publishIds.includes(one.publishId)),
    );
}

/** Books that were whole on this device and are gone from it, though nobody removed them. */
export const lostSince = (userId: number | null, there: readonly number[]): BookCard[] =>
  userId === null ? [] : namesOf(userId).filter((book) => !there.includes(book.publishId));
