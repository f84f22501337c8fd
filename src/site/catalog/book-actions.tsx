import { Link } from 'react-router-dom';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { counted, price } from '../../format/number.ts';
import { readPath } from '../book-tile/book-tile.tsx';
import { rightTo } from './reading-right.ts';
import { useShelfState } from './use-favorite.ts';
import { FavoriteButton, Cost } from './work-ways.tsx';

/** Percentage from which a book counts as finished, as on the shelf. */
const FINISHED = 99;

/** Price and available actions: in the bottom bar on a phone, in a card next to the work on wide screens. */
export function BookActions({ book, place }: { book: BookDetail; place: 'foot' | 'side' }) {
  const { signedIn, state } = useShelfState(book.publishId);
  const right = rightTo(book, state?.entitled ?? false);
  const percent = Math.floor(state?.progress?.percent ?? 0);
  const heart = <FavoriteButton publishId={book.publishId} shape={place === 'foot' ? 'foot' : 'button-tall button-wide'} />;
  const main =
    right === 'whole' ? (
      <Link
        className="button button-fill button-tall button-wide"
        to={percent >= FINISHED ? `${readPath(book.publishId)}&at=0` : readPath(book.publishId)}
      >
        {percent >= FINISHED ? '再读一遍' : percent > 0 ? `续读 ${percent}%` : '开始阅读'}
      </Link>
    ) : right === 'trial' ? (
      <Link className="button button-fill button-tall button-wide" to={readPath(book.publishId)}>
        免费试读前{counted(book.trialChapters)}章
      </Link>
    ) : (
      <span className="book-no-way">{right === 'no-book' ? '该书暂未提供电子版' : '这本书没有试读章节'}</span>
    );
  const cost = <Cost work={book} entitled={state?.entitled ?? false} />;
  if (place === 'foot')
    return (
      <div className="action-bar phone-only">
        {heart}
        <span className="action-price">
          {cost}
          <span className="meta">电子书</span>
        </span>
        {main}
      </div>
    );
  return (
    <section className="card book-side" aria-label="阅读与收藏">
      <p className="book-cost">
        {cost}
        <span className="meta">电子书</span>
      </p>
      {book.listPriceFen > 0 && !book.isFree ? <p className="meta">定价 {price(book.listPriceFen)}</p> : null}
      {main}
      {heart}
      <RightNote right={right} signedIn={signedIn} />
    </section>
  );
}

/** Explains how to get access when the complete work is not available, without a button that leads nowhere. */
export function RightNote({ right, signedIn }: { right: ReturnType<typeof rightTo>; signedIn: boolean }) {
  if (right !== 'trial' && right !== 'none') return null;
  return <p className="meta">{signedIn ? '出版社为您的账号开通后，整本书会自动打开。' : '已由出版社开通的账号，登录后可读整本。'}</p>;
}
