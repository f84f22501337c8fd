import type { BookDetail } from '../../../contract/catalog/book.ts';
import { price } from '../../format/number.ts';
import { priceNow } from '../commerce/buy-sheet.tsx';
import type { ShelfRight } from '../commerce/buy-ways.tsx';
import { Icon } from '../frame/icon.tsx';
import { useFavorite } from './use-favorite.ts';

/** Adds a work to favourites or removes it: small in the bottom bar of a phone, else a button of the given shape. */
export function FavoriteButton({ publishId, shape }: { publishId: number; shape: 'foot' | 'button-tall' | 'button-tall button-wide' }) {
  const { collected, toggle } = useFavorite(publishId);
  const foot = shape === 'foot';
  return (
    <button type="button" className={foot ? 'book-collect' : `button button-line ${shape}`} aria-pressed={collected} onClick={toggle}>
      <Icon name={collected ? 'heartFull' : 'heart'} size={foot ? 24 : 20} className={collected ? 'book-collected' : ''} />
      {collected ? '已收藏' : '收藏'}
    </button>
  );
}

/** The price of the complete work for the current user. */
export function Cost({ work, state }: { work: Pick<BookDetail, 'isFree' | 'salePriceFen' | 'campaign'>; state: ShelfRight | undefined }) {
  if (work.isFree) return <b className="book-free">免费</b>;
  if (state?.right === 'bought') return <b className="book-free">已购买</b>;
  return state?.entitled ? <b className="book-free">已获授权</b> : <b className="price">{price(priceNow(work))}</b>;
}
