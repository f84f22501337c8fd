import type { BookCard } from '../../../contract/catalog/book.ts';

/** The access that a user has to a work, or why there is none. */
export type ReadingRight = 'whole' | 'trial' | 'none' | 'no-book';

type Work = Pick<BookCard, 'isFree' | 'trialChapters'> & { editionId: number | null };

export function rightTo(book: Work, entitled: boolean): ReadingRight {
  if (book.editionId === null) return 'no-book';
  if (book.isFree || entitled) return 'whole';
  return book.trialChapters > 0 ? 'trial' : 'none';
}
