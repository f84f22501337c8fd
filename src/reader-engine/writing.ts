import type { PreparedBook } from '../../contract/reading/prepared-book.ts';
import type { Look } from './look.ts';

type Written = Pick<PreparedBook, 'language' | 'writing' | 'direction' | 'layout'>;

/** Text that may stand in lines or in columns, as the reader likes. */
export const turnsWriting = ({ language, layout }: Pick<Written, 'language' | 'layout'>): boolean =>
  layout === 'reflowable' && /^(zh|ja|$)/i.test(language);

/** What a reader asked for, where the text allows it; `book` leaves it to the styles. */
export const chosenWriting = (book: Pick<Written, 'language' | 'layout'>, look: Pick<Look, 'writing'>): Look['writing'] =>
  turnsWriting(book) ? look.writing : 'book';

/** Whether the next page lies on the left. */
export function isRightToLeft(book: Written, look: Pick<Look, 'writing'>): boolean {
  const chosen = chosenWriting(book, look);
  if (chosen === 'vertical') return true;
  // A vertical book that is read in lines is turned like any other.
  if (chosen === 'horizontal') return book.writing === 'horizontal' && book.direction === 'rtl';
  return book.direction === 'rtl' || book.writing === 'vertical';
}
