import type { PreparedBook } from '../../contract/reading/prepared-book.ts';
import type { Look } from './style/look.ts';

type Written = Pick<PreparedBook, 'language' | 'writing' | 'direction' | 'layout'>;

/** Whether the text may be set horizontally or vertically, as the user chooses. */
export const turnsWriting = ({ language, layout }: Pick<Written, 'language' | 'layout'>): boolean =>
  layout === 'reflowable' && /^(zh|ja|$)/i.test(language);

/** Returns the writing direction that the user chose, where the text allows it; `book` follows the book's styles. */
export const chosenWriting = (book: Pick<Written, 'language' | 'layout'>, look: Pick<Look, 'writing'>): Look['writing'] =>
  turnsWriting(book) ? look.writing : 'book';

/** Whether the next page is on the left. */
export function isRightToLeft(book: Written, look: Pick<Look, 'writing'>): boolean {
  const chosen = chosenWriting(book, look);
  if (chosen === 'vertical') return true;
  // A vertical book that is read horizontally turns like any horizontal book.
  if (chosen === 'horizontal') return book.writing === 'horizontal' && book.direction === 'rtl';
  return book.direction === 'rtl' || book.writing === 'vertical';
}
