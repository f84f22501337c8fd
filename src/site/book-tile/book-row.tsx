import { Link } from 'react-router-dom';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { Cover } from '../../cover/cover.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { kindMark, priceWords, scoreWords, workPath } from './book-tile.tsx';
import { counted } from '../../format/number.ts';
import { inLatin } from '../../format/script.ts';
import './book.css';

/** Returns 试读三章, or an empty string when the complete work is free or has no trial. */
export const trialWords = (book: Pick<BookCard, 'isFree' | 'trialChapters'>): string =>
  !book.isFree && book.trialChapters > 0 ? `试读${counted(book.trialChapters)}章` : '';

export function BookRow({ book }: { book: BookCard }) {
  const trial = trialWords(book);
  const about = [kindMark(book), book.authorsText, book.typeName, scoreWords(book)].filter(Boolean).join(' · ');
  return (
    <Link className="book-row" to={workPath(book)}>
      <Cover book={book} />
      <span className="book-row-words">
        <span className="book-row-title one-line" {...inLatin(book.title)}>
          {book.title}
        </span>
        <span className="meta one-line">{about}</span>
        <span className="book-row-why two-lines" {...inLatin(book.brief)}>
          {book.brief}
        </span>
        <span className="book-row-price">
          <span className={book.isFree ? 'book-free' : 'price'}>{priceWords(book)}</span>
          {trial ? <span className="tag">{trial}</span> : null}
        </span>
      </span>
    </Link>
  );
}

export function BookRowSkeleton() {
  return (
    <span className="book-row" aria-hidden="true">
      <Skeleton width={72} height={96} />
      <span className="book-row-words">
        <Skeleton width="50%" height={16} top={5} />
        <Skeleton width="70%" height={12} top={10} />
        <Skeleton height={12} top={12} />
        <Skeleton width="30%" height={12} top={12} />
      </span>
    </span>
  );
}
