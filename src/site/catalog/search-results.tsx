import { placeIn } from '../../../contract/reading/search-folding.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { BookCard } from '../../../contract/catalog/book.ts';
import type { Passage } from '../../../contract/catalog/search.ts';
import { count } from '../../format/number.ts';
import { inLatin } from '../../format/script.ts';
import { Cover } from '../../cover/cover.tsx';
import { More } from '../frame/load-more.tsx';
import { CENTRE } from '../frame/places.ts';
import { Empty, Failed } from '../frame/state.tsx';
import { kindMark, priceWords, readPath, scoreWords, workPath } from '../book-tile/book-tile.tsx';
import { BookRowSkeleton } from '../book-tile/book-row.tsx';
import { foundPassages, foundWorks } from './catalog-queries.ts';

/** Full-text search needs at least two characters. */
export const asksForTexts = (keyword: string): boolean => [...keyword].length > 1;

export function FoundNothing({ keyword }: { keyword: string }) {
  return (
    <Empty
      drawing="find"
      title={`没有找到与“${keyword}”相关的内容`}
      reason={asksForTexts(keyword) ? '换一个短一点的词，或者去阅读中心按分类找。' : '一个字只找书名和作者；再输入一个字，书里的句子也找。'}
      to={CENTRE}
      action="去阅读中心"
    />
  );
}

/** A number of results, and whether the search stopped at a limit. */
export interface Total {
  readonly total: number;
  readonly more: boolean;
}

/** Returns a number of results between spaces: ` 12 `, or ` 超过 2 000 ` when the search stopped at its limit. */
export const atLeast = ({ total, more }: Total): string => ` ${more ? '超过 ' : ''}${count(total)} `;

/** The first sentences from the books, below the results by name. */
export function FoundSentences({
  passages,
  keyword,
  path,
}: {
  passages: { rows: Passage[]; total: number; more: boolean };
  keyword: string;
  path: (tab: string) => string;
}) {
  if (passages.total === 0) return null;
  return (
    <section className="search-second" aria-label="书里的句子">
      <h2 className="search-section">
        书里的句子<span>见于{atLeast(passages)}本书</span>
      </h2>
      {passages.rows.slice(0, 6).map((passage, index) => (
        <FoundPassage key={index} passage={passage} keyword={keyword} />
      ))}
      {passages.total > 6 ? <Everything to={path('text')} words={`查看全部${atLeast(passages)}本`} /> : null}
    </section>
  );
}

function Everything({ to, words }: { to: string; words: string }) {
  return (
    <Link className="search-all" to={to} replace>
      {words}
    </Link>
  );
}

export function AllWorks({ keyword, kind }: { keyword: string; kind?: BookCard['kind'] }) {
  const list = useInfiniteQuery(foundWorks(keyword, kind));
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <BookRowSkeleton />;
  const rows = list.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <FoundNothing keyword={keyword} />;
  return (
    <>
      {rows.map((book) => (
        <FoundWork key={book.publishId} book={book} keyword={keyword} />
      ))}
      <More list={list} end="就是这些了" />
    </>
  );
}

export function AllPassages({ keyword }: { keyword: string }) {
  const list = useInfiniteQuery(foundPassages(keyword));
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <BookRowSkeleton />;
  const rows = list.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0 && !asksForTexts(keyword)) return <Empty drawing="find" title="再输入一个字" reason="书里的文字，两个字起才能找。" />;
  if (rows.length === 0) return <FoundNothing keyword={keyword} />;
  return (
    <>
      {rows.map((passage, index) => (
        <FoundPassage key={index} passage={passage} keyword={keyword} />
      ))}
      <More list={list} end="就是这些了" />
    </>
  );
}

/** Brackets and punctuation that were copied with a title. */
const STOPS = /^[\p{Ps}\p{Pi}"\s]+|[\p{Pe}\p{Pf}"。、，！？：；,:;!?…\s]+$/gu;

/** Highlights every occurrence of the search term. */
export function Marked({ text, keyword: asked }: { text: string; keyword: string }) {
  const keyword = asked.replace(STOPS, '') || asked;
  const place = placeIn(text, keyword);
  if (!place) return text;
  const [at, end] = place;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      <Marked text={text.slice(end)} keyword={keyword} />
    </>
  );
}

export function FoundWork({ book, keyword }: { book: BookCard; keyword: string }) {
  return (
    <Link className="found-work" to={workPath(book)}>
      <Cover book={book} scale="small" />
      <span className="found-words">
        <span className="found-title one-line" {...inLatin(book.title)}>
          <Marked text={book.title} keyword={keyword} />
        </span>
        <span className="meta one-line">
          <Marked
            text={[kindMark(book), book.authorsText, book.typeName, scoreWords(book) || priceWords(book)].filter(Boolean).join(' · ')}
            keyword={keyword}
          />
        </span>
        <span className="found-why one-line" {...inLatin(book.brief)}>
          <Marked text={book.brief} keyword={keyword} />
        </span>
      </span>
    </Link>
  );
}

/** Punctuation left at the start of a sentence that was cut in the middle. */
const LEFT_OVER = /^[\s。，、；：！？…”’）》」』,.;:!?)]+/;

function FoundPassage({ passage, keyword }: { passage: Passage; keyword: string }) {
  const { before, hit: text, after } = passage;
  return (
    <Link className="found-passage" to={`${readPath(passage.publishId)}&at=${passage.chapterIndex}`} state={{ before, text, after }}>
      <span className="meta one-line">
        <b className="serif" {...inLatin(passage.title)}>
          {passage.title}
        </b>{' '}
        · {passage.chapterTitle} · {count(passage.hits)} 处
      </span>
      <span className="found-quote" {...inLatin(passage.before + passage.hit + passage.after)}>
        <Marked text={passage.before.replace(LEFT_OVER, '')} keyword={keyword} />
        <mark>{passage.hit}</mark>
        <Marked text={passage.after} keyword={keyword} />
      </span>
    </Link>
  );
}
