import { Link } from 'react-router-dom';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { counted, price } from '../../format/number.ts';
import { BuyButton, buyingOf, CartButton } from '../commerce/buy-ways.tsx';
import { priceNow } from '../commerce/buy-sheet.tsx';
import { readPath } from '../book-tile/book-tile.tsx';
import { rightTo } from './reading-right.ts';
import { useShelfState } from './use-favorite.ts';
import { FavoriteButton, Cost } from './work-ways.tsx';

/** Percentage from which a book counts as finished, as on the shelf. */
const FINISHED = 99;

/** Price and available actions: in the bottom bar on a phone, in a card next to the work on wide screens. */
export function BookActions({ book, place }: { book: BookDetail; place: 'foot' | 'side' }) {
  const { state } = useShelfState(book.publishId);
  const foot = place === 'foot';
  const right = rightTo(book, state?.entitled ?? false);
  const percent = Math.floor(state?.progress?.percent ?? 0);
  const buying = buyingOf(book, state);
  const buys = buying.buys && right !== 'no-book';
  const heart = <FavoriteButton publishId={book.publishId} shape={foot ? 'foot' : 'button-tall button-wide'} />;
  const look = `button ${buys ? 'button-line' : 'button-fill'} button-tall button-wide`;
  const read =
    state?.right === 'refunding' ? null : right === 'whole' ? (
      <Link className={look} to={percent >= FINISHED ? `${readPath(book.publishId)}&at=0` : readPath(book.publishId)}>
        {percent >= FINISHED ? '再读一遍' : percent > 0 ? `续读 ${percent}%` : '开始阅读'}
      </Link>
    ) : right === 'trial' ? (
      <Link className={look} to={readPath(book.publishId)}>
        {buys && foot ? '试读' : `免费试读前${counted(book.trialChapters)}章`}
      </Link>
    ) : right === 'none' && buys ? null : (
      <span className="book-no-way">{right === 'no-book' ? '该书暂未提供电子版' : '这本书没有试读章节'}</span>
    );
  const note = buying.note && right !== 'no-book' ? <p className="book-no-way">{buying.note}</p> : null;
  const cost = <Cost work={book} state={state} />;
  if (foot)
    return (
      <div className="action-bar phone-only">
        {heart}
        {buys ? (
          <CartButton work={book} foot />
        ) : (
          <span className="action-price">
            {cost}
            <span className="meta">电子书</span>
          </span>
        )}
        {note}
        {read}
        {buys ? <BuyButton work={book} /> : null}
      </div>
    );
  return (
    <section className="card book-side" aria-label="阅读与收藏">
      <p className="book-cost">
        {cost}
        <span className="meta">电子书</span>
      </p>
      {book.listPriceFen > priceNow(book) && !book.isFree ? (
        <p className="meta">
          定价 <s>{price(book.listPriceFen)}</s>
        </p>
      ) : null}
      {note}
      {buys ? <BuyButton work={book} /> : null}
      {read}
      {buys ? <CartButton work={book} /> : null}
      {heart}
    </section>
  );
}
