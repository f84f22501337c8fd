import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { READER_PATH } from '../../../contract/reading/reader-path.ts';
import { count, price } from '../../format/number.ts';
import { inLatin } from '../../format/script.ts';
import { Cover } from '../../cover/cover.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import './book.css';

export const bookPath = (publishId: number): string => `/cms/main/bookDetail/${publishId}`;
/** Returns the path of a work: audio and video have their own pages. */
export const workPath = ({ publishId, kind }: Pick<BookCard, 'publishId' | 'kind'>): string =>
  kind === 'audio' || kind === 'video' ? `/cms/main/collectedVideoDetail/${publishId}` : bookPath(publishId);
export const readPath = (publishId: number): string => `${READER_PATH}?publishId=${publishId}`;

/** Returns 免费 or the price. */
export const priceWords = (book: Pick<BookCard, 'isFree' | 'salePriceFen'>): string =>
  book.isFree || book.salePriceFen === 0 ? '免费' : price(book.salePriceFen);
export const scoreWords = (book: Pick<BookCard, 'scoreAvg' | 'scoreCount'>): string => (book.scoreCount > 0 ? `${book.scoreAvg.toFixed(1)} 分` : '');

/** Returns the label for audio and video, shown before the author; empty for books. */
export const kindMark = ({ kind }: Pick<BookCard, 'kind'>): string => (kind === 'audio' ? '音频' : kind === 'video' ? '视频' : '');

interface BookTileProps {
  book: BookCard;
  eager?: boolean;
  /** Shows the recommendation and the price under the author, as in a shop. */
  shop?: boolean;
  away?: boolean;
  to?: string;
  children?: ReactNode;
}

/** The cover is the card, without a box around it. */
export function BookTile({ book, eager = false, shop = false, away = false, to, children }: BookTileProps) {
  const beside = shop ? book.brief : book.typeName;
  return (
    <Link className="book-tile" to={to ?? workPath(book)}>
      <Cover book={book} eager={eager} away={away} />
      <span className="book-tile-title one-line" {...inLatin(book.title)}>
        {book.title}
      </span>
      {children ?? (
        <span className="book-tile-note one-line">
          {kindMark(book) && `${kindMark(book)} · `}
          <span {...inLatin(book.authorsText)}>{book.authorsText}</span>
          {beside ? (
            <>
              {' · '}
              <span {...inLatin(beside)}>{beside}</span>
            </>
          ) : null}
        </span>
      )}
      {shop ? (
        <span className="book-tile-price">
          <span className={book.isFree ? 'book-free' : 'price'}>{priceWords(book)}</span>
          {book.scoreCount > 0 ? (
            <span className="soft" title={`${count(book.scoreCount)} 人评分`}>
              {scoreWords(book)}
            </span>
          ) : null}
        </span>
      ) : null}
    </Link>
  );
}

export function BookTileSkeleton({ shop = false }: { shop?: boolean }) {
  return (
    <span className="book-tile" aria-hidden="true">
      <Skeleton ratio="3 / 4" />
      <Skeleton width="62%" height={14} top={shop ? 17 : 15} />
      <Skeleton width="84%" height={11} top={shop ? 9 : 8} />
      {shop ? <Skeleton width="36%" height={11} top={11} /> : null}
    </span>
  );
}
