import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router-dom';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { isOwnBook } from '../../../contract/reading/own-book-id.ts';
import { OWN_SHELF } from '../../../contract/reading/own-book-place.ts';
import { CODE } from '../../../contract/error.ts';
import { CallError, isOffline } from '../../api/call.ts';
import { coverInk } from '../../cover/cover-drawing.ts';
import { inLatin } from '../../format/script.ts';
import { loadable } from '../../loading/loadable.ts';
import { trapFocus } from '../frame/keep-focus.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { useBrowseRecord } from '../../browse-history/use-browse-record.ts';
import { usePageHead } from '../frame/page-head.ts';
import { CENTRE } from '../frame/places.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed, Stale } from '../frame/state.tsx';
import { BookActions } from './book-actions.tsx';
import { BookBlurb } from './book-blurb.tsx';
import { BookContents } from './book-contents.tsx';
import { BookDetailSkeleton } from './book-detail-skeleton.tsx';
import { BookHero } from './book-hero.tsx';
import { BookImprint } from './book-imprint.tsx';
import { BookScore } from './book-score.tsx';
import { BookTile, workPath } from '../book-tile/book-tile.tsx';
import { book as bookQuestion, similar } from './catalog-queries.ts';
import { rightTo } from './reading-right.ts';
import { MoreWays } from '../commerce/buy-ways.tsx';
import { BuySheet } from '../commerce/buy-sheet.tsx';
import { Comments } from '../comment/comments.tsx';
import { WorkBar } from './work-bar.tsx';
import { WorkGone } from './work-removed.tsx';
import { useShelfState } from './use-favorite.ts';
import './book-detail.css';

/** Only users who may download need it, so an anonymous visitor does not wait for it. */
const DownloadCard = loadable(async () => (await import('../library/download-card.tsx')).DownloadCard, <Skeleton height={76} />);
const TextbookParts = loadable(async () => (await import('./textbook-parts.tsx')).TextbookParts, <Skeleton height={480} />);
const TextbookCopy = loadable(async () => (await import('./textbook-contents.tsx')).TextbookCopy);
const WorkCollections = loadable(async () => (await import('./work-collections.tsx')).WorkCollections, null);
const BookAway = loadable(async () => (await import('./book-unavailable.tsx')).BookAway, <BookDetailSkeleton aside />);

export function BookDetailScreen() {
  const publishId = Number(useParams().publishId);
  const { data, error, refetch } = useQuery(bookQuestion(publishId));
  const own = isOwnBook(publishId);
  useBrowseRecord('publication', data && !own ? publishId : null);
  usePageHead(
    `/cms/main/bookDetail/${publishId}`,
    data ? `${data.title}（${data.authorsText}）` : '',
    data ? `${inTitleMarks(data.title)}，${data.authorsText}。${data.brief}` : '',
  );
  // The reader goes back to the page of its book; a book of the user's own is only on the shelf.
  if (own) return <Navigate to={OWN_SHELF} replace />;
  if (data && (data.kind === 'audio' || data.kind === 'video')) return <Navigate to={workPath(data)} replace />;
  if (data) return <BookPage key={publishId} book={data} error={error} />;
  if (!error) return <BookDetailSkeleton aside />;
  return (
    <>
      <div className="measure">
        <NavBar otherwise={CENTRE} />
      </div>
      {error instanceof CallError && (error.code === CODE.missing || error.code === CODE.invalid) ? (
        <WorkGone />
      ) : isOffline(error) ? (
        <BookAway publishId={publishId} error={error} retry={() => void refetch()} />
      ) : (
        <Failed heading="h1" error={error} retry={() => void refetch()} />
      )}
    </>
  );
}

const KeepBook = ({ book }: { book: BookDetail }) => (
  <div ref={trapFocus}>
    <div data-row="copy">
      <DownloadCard book={book} bytes={book.bytes} version={book.version} />
    </div>
    {book.kind === 'textbook' ? <TextbookCopy book={book} /> : null}
  </div>
);

function BookPage({ book, error }: { book: BookDetail; error: unknown }) {
  const { signedIn, state } = useShelfState(book.publishId);
  const right = rightTo(book, state?.entitled ?? false);
  const whole = right === 'whole';
  const wash = { '--wash': coverInk(book.title, book.cover.colour).ground } as React.CSSProperties;
  const download = whole && signedIn && book.downloadable;
  return (
    <div className="book" style={wash}>
      <WorkBar work={book} />
      <Stale error={error} />
      <div className="book-columns measure">
        <div className="book-main">
          <BookHero book={book} />
          <MoreWays work={book} group={right !== 'no-book'} />
          {download ? (
            <div className="book-download phone-only">
              <KeepBook book={book} />
            </div>
          ) : null}
          <BookBlurb html={book.intro} fallback={book.brief} language={book.language} />
          {book.kind === 'textbook' ? <TextbookParts book={book} whole={whole} /> : <BookContents book={book} whole={whole} />}
          <BookScore book={book} whole={whole} />
          {book.authorIntro ? (
            <section className="book-part">
              <h2>作者</h2>
              <p className="book-blurb" {...inLatin(book.authorIntro, book.language)}>
                {book.authorIntro}
              </p>
            </section>
          ) : null}
          <div className="book-part">
            <Comments targetType="publication" targetId={book.publishId} title="书评" empty="快来写第一条书评" placeholder="写下您的书评" />
          </div>
        </div>
        <aside className="book-aside" aria-label="版本与相关作品">
          <div className="wide-only book-aside-cards">
            <BookActions book={book} place="side" />
            {download ? <KeepBook book={book} /> : null}
          </div>
          <BookImprint book={book} />
          <WorkCollections publishId={book.publishId}>
            <Similar publishId={book.publishId} />
          </WorkCollections>
        </aside>
      </div>
      <BookActions book={book} place="foot" />
      {whole || right === 'no-book' ? null : <BuySheet work={book} />}
    </div>
  );
}

function Similar({ publishId }: { publishId: number }) {
  const { data } = useQuery(similar(publishId));
  if (!data || data.length === 0) return null;
  return (
    <section className="book-similar">
      <h2>也许您会喜欢</h2>
      <div className="book-rail">
        {data.slice(0, 6).map((book) => (
          <BookTile key={book.publishId} book={book} />
        ))}
      </div>
    </section>
  );
}
