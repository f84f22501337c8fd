import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import type { BookDetail, Chapter } from '../../../contract/catalog/book.ts';
import { inLatin } from '../../format/script.ts';
import { Icon } from '../frame/icon.tsx';
import { readPath } from '../book-tile/book-tile.tsx';

const FIRST = 8;

/** Splits 第三章 from the chapter's name, where the title has both. */
function named(title: string): { number: string; name: string } {
  const found = /^(第[〇零一二三四五六七八九十百\d]+\S{1,2})[\s　:：·]+(.+)$/.exec(title);
  return found ? { number: found[1] ?? '', name: found[2] ?? '' } : { number: '', name: title };
}

interface Props {
  book: BookDetail;
  whole: boolean;
  /** Shown at the end of the row of a chapter. */
  mark?: (chapter: Chapter) => ReactNode;
}

export function BookContents({ book, whole, mark }: Props) {
  const [all, setAll] = useState(false);
  const { chapters } = book;
  if (chapters.length === 0) return null;
  const shown = all ? chapters : chapters.slice(0, FIRST);
  return (
    <section className="book-part">
      <div className="book-part-head">
        <h2>目录</h2>
        {chapters.length > FIRST ? (
          <button type="button" className="text-link" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? '收起' : `共 ${chapters.length} 章`}
            <Icon name={all ? 'up' : 'right'} size={16} />
          </button>
        ) : (
          <span className="meta">共 {chapters.length} 章</span>
        )}
      </div>
      <ol className="book-contents">
        {shown.map((chapter) => (
          <li key={chapter.index}>
            <ChapterRow book={book} chapter={chapter} open={whole || chapter.isFree} tagged={!whole} mark={mark?.(chapter)} />
          </li>
        ))}
      </ol>
    </section>
  );
}

interface RowProps {
  book: BookDetail;
  chapter: Chapter;
  open: boolean;
  tagged: boolean;
  mark: ReactNode;
}

function ChapterRow({ book, chapter, open, tagged, mark }: RowProps) {
  const { number, name } = named(chapter.title);
  const inside = (
    <>
      {number ? <span className="chapter-number">{number}</span> : null}
      <span className="chapter-name serif one-line" {...inLatin(name, book.language)}>
        {name}
      </span>
      {mark}
      {open ? (
        tagged ? (
          <span className="tag tag-brand">试读</span>
        ) : null
      ) : (
        <>
          <Icon name="lock" size={18} className="soft" />
          <span className="unseen">未开放</span>
        </>
      )}
    </>
  );
  return open && book.editionId !== null ? (
    <Link className="chapter" to={`${readPath(book.publishId)}&at=${chapter.index}`}>
      {inside}
    </Link>
  ) : (
    <span className="chapter">{inside}</span>
  );
}
