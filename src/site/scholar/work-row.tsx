import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { ScholarWork } from '../../../contract/scholar/works.ts';
import { Cover } from '../../cover/cover.tsx';
import { inLatin } from '../../format/script.ts';
import { priceWords, workPath } from '../book-tile/book-tile.tsx';

const KINDS: Readonly<Record<ScholarWork['workKind'], string>> = {
  book: '图书',
  paper: '论文',
  translation: '译著',
  textbook: '教材',
  media: '音视频',
  other: '其他',
};
const ROLES: Readonly<Record<ScholarWork['role'], string>> = { author: '著', compiler: '编', chief: '主编', translator: '译', annotator: '校注' };

/** A work of a scholar: a publications of the publisher with its cover and its page, or an entry for a work from elsewhere. */
export function WorkRow({ work }: { work: ScholarWork }) {
  const { book, url, title } = work;
  const facts = [
    KINDS[work.workKind],
    ROLES[work.role],
    work.source,
    work.publishYear || book?.publishDate.slice(0, 4),
    book ? priceWords(book) : '',
  ];
  const words = (
    <span className="scholar-work-words">
      <span className="scholar-work-title" {...inLatin(title)}>
        {title}
      </span>
      <span className="meta">{facts.filter(Boolean).join(' · ')}</span>
      {work.note || book?.brief ? <span className="scholar-work-note">{work.note || book?.brief}</span> : null}
    </span>
  );
  return (
    <li>
      <Target book={book} url={url}>
        {book ? <Cover book={book} scale="small" /> : null}
        {words}
      </Target>
    </li>
  );
}

function Target({ book, url, children }: { book: ScholarWork['book']; url: string; children: ReactNode }) {
  if (book)
    return (
      <Link className="scholar-work" to={workPath(book)}>
        {children}
      </Link>
    );
  if (url)
    return (
      <a className="scholar-work" href={url} rel="noopener nofollow" target="_blank">
        {children}
      </a>
    );
  return <div className="scholar-work">{children}</div>;
}
