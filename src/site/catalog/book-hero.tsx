import { Link } from 'react-router-dom';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { monthDate } from '../../format/date.ts';
import { count, readingTime } from '../../format/number.ts';
import { inLatin } from '../../format/script.ts';
import { Cover } from '../../cover/cover.tsx';
import { Icon } from '../frame/icon.tsx';
import { CENTRE } from '../frame/places.ts';

/** Shows the cover, title and key facts of a work. */
export function BookHero({ book }: { book: BookDetail }) {
  const time = readingTime(book.characters);
  const facts = [
    { value: count(book.characters), name: '字' },
    { value: String(book.chapters.length), name: '章' },
    { value: time.value, name: time.unit },
    { value: count(book.readerNum), name: '人在读' },
  ].filter((fact) => fact.value !== '0' || fact.name === '人在读');
  const when = [monthDate(book.publishDate), book.typeName].filter(Boolean).join(' · ');
  return (
    <>
      <nav className="book-crumbs wide-only" aria-label="所在位置">
        <Link to={CENTRE}>阅读中心</Link>
        {book.typeName ? <span>{book.typeName}</span> : null}
        <span aria-current="page" {...inLatin(book.title, book.language)}>
          {book.title}
        </span>
      </nav>
      <div className="book-head">
        <Cover book={book} alt={`${inTitleMarks(book.title)}封面`} eager />
        <div className="book-words">
          <p className="book-tags">
            {book.isNew ? <span className="tag tag-seal">新书</span> : null}
            {book.downloadable && book.editionId !== null ? <span className="tag tag-brand">可离线</span> : null}
          </p>
          <h1 {...inLatin(book.title, book.language)}>{book.title}</h1>
          {book.subtitle ? (
            <p className="book-subtitle serif" {...inLatin(book.subtitle, book.language)}>
              {book.subtitle}
            </p>
          ) : null}
          <p className="book-author">
            {book.authorsText} <span className="soft">著</span>
            {book.translator ? (
              <>
                　{book.translator} <span className="soft">译</span>
              </>
            ) : null}
          </p>
          {book.pressName ? <p className="meta">{book.pressName}</p> : null}
          {when ? <p className="meta">{when}</p> : null}
          <p className="book-score">
            <Icon name="star" size={18} />
            {book.scoreCount > 0 ? (
              <>
                {book.scoreAvg.toFixed(1)} <span className="meta">{count(book.scoreCount)} 人评分</span>
              </>
            ) : (
              <span className="meta">还没有人评分</span>
            )}
          </p>
        </div>
        <dl className="book-facts">
          {facts.map((fact) => (
            <div key={fact.name}>
              <dt>{fact.name}</dt>
              <dd>{fact.value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}
