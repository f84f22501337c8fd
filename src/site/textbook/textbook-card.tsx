import { Link } from 'react-router-dom';
import type { BookCard } from '../../../contract/catalog/book.ts';
import { TEXTBOOK_STAGES } from '../../../contract/catalog/textbook-stage.ts';
import { Cover } from '../../cover/cover.tsx';
import { inLatin } from '../../format/script.ts';
import { bookPath, priceWords, readPath } from '../book-tile/book-tile.tsx';

/** 随文音频 n · 练习 n, without the parts that a book does not have. */
export const placedWords = ({ media, exercises }: { media: number; exercises: number }): string =>
  [media > 0 ? `随文音频 ${media}` : '', exercises > 0 ? `练习 ${exercises}` : ''].filter(Boolean).join(' · ');

interface Props {
  book: BookCard;
  owned: boolean;
  /** Asks for a sample copy; only teachers have it. */
  ask: ((book: BookCard) => void) | null;
}

export function TextbookCard({ book, owned, ask }: Props) {
  const part = book.textbook;
  const whole = owned || book.isFree;
  return (
    <article className="textbook-card">
      <Link className="textbook-card-cover" to={bookPath(book.publishId)} tabIndex={-1} aria-hidden="true">
        <Cover book={book} />
      </Link>
      <div className="textbook-card-words">
        <h2>
          <Link to={bookPath(book.publishId)} {...inLatin(book.title)}>
            {book.title}
          </Link>
        </h2>
        <p className="meta one-line">{[part?.courseName === book.title ? '' : part?.courseName, book.authorsText].filter(Boolean).join(' · ')}</p>
        {part ? (
          <p className="textbook-chips">
            <span className="tag tag-brand">{TEXTBOOK_STAGES[part.stage]}</span>
            {[part.subject, part.gradeTerm].filter(Boolean).map((name) => (
              <span key={name} className="tag">
                {name}
              </span>
            ))}
          </p>
        ) : null}
        {part && placedWords(part) ? <p className="meta">{placedWords(part)}</p> : null}
        <p className={book.isFree ? 'book-free' : 'price'}>{owned && !book.isFree ? '已拥有' : priceWords(book)}</p>
        <div className="textbook-card-acts">
          {whole || book.trialChapters > 0 ? (
            <Link className="button button-line" to={readPath(book.publishId)}>
              {whole ? '去学习' : '试读'}
            </Link>
          ) : null}
          {whole ? null : (
            <Link className="button button-fill" to={`${bookPath(book.publishId)}?buy=1`}>
              购买
            </Link>
          )}
          {ask ? (
            <button type="button" className="button button-wash" onClick={() => ask(book)}>
              申请样书
            </button>
          ) : null}
        </div>
      </div>
    </article>
  );
}
