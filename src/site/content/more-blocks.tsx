import { Link } from 'react-router-dom';
import type { BookCard } from '../../../contract/catalog/book.ts';
import type { MoreShown, ShownBlock } from '../../../contract/content/program-block.ts';
import { CONTESTS_PATH, contestPath } from '../../../contract/contest/contest-path.ts';
import { RANK_PATH } from '../../../contract/wechat/wechat.site.ts';
import { coverInk } from '../../cover/cover-drawing.ts';
import { Cover } from '../../cover/cover.tsx';
import { shortDate } from '../../format/date.ts';
import { workPath } from '../book-tile/book-tile.tsx';
import { Avatar } from '../frame/avatar.tsx';
import { Icon } from '../frame/icon.tsx';
import { SectionHead } from '../frame/section-head.tsx';
import { ContestArt } from '../contest/contest-art.tsx';
import { daysUntil, STATE_WORDS } from '../contest/contest-words.ts';
import { RankChange } from '../wechat/rank-change.tsx';
import { rankPath } from '../wechat/rank-address.ts';
import { INFORMATION, informationPath } from './information-path.ts';
import './more-blocks.css';

type Of<Source extends ShownBlock['source']> = Extract<ShownBlock, { source: Source }>;

const PLACES: Partial<Record<ShownBlock['source'], string>> = {
  scholar: '/cms/main/cmsScholarHouse',
  information: INFORMATION,
  wechatRank: RANK_PATH,
  notice: '/cms/main/notice',
  contest: CONTESTS_PATH,
};

/** A block of a kind that the first screen does not need. */
export function MorePart({ block }: { block: MoreShown }) {
  const { source, title, note } = block;
  return (
    <>
      <SectionHead title={title} note={note} to={source === 'publication' ? block.more : (PLACES[source] ?? '')} />
      <Content block={block} />
    </>
  );
}

function Content({ block }: { block: MoreShown }) {
  switch (block.source) {
    case 'publication':
      return <Films films={block.books} />;
    case 'scholar':
      return <Scholars scholars={block.scholars} />;
    case 'collection':
      return <Collection block={block} />;
    case 'information':
      return <News news={block.news} />;
    case 'wechatRank':
      return <Ranks block={block} />;
    case 'notice':
      return <Notices notices={block.notices} />;
    case 'contest':
      return <Contests contests={block.contests} />;
    case 'html':
      // The server sanitizes this HTML: it allows no scripts and no styles.
      return <div className="home-html" dangerouslySetInnerHTML={{ __html: block.content }} />;
  }
}

/** Wide pictures: the cover of a film stands in the middle of its own colour. */
const Films = ({ films }: { films: readonly BookCard[] }) => (
  <ul className="home-films">
    {films.map((film) => (
      <li key={film.publishId}>
        <Link to={workPath(film)}>
          <span className="home-film-still" style={{ background: coverInk(film.title, film.cover.colour).ground }}>
            <Cover book={film} />
            <span className="home-film-play" aria-hidden="true">
              <Icon name="play" size={20} />
            </span>
          </span>
          <span className="home-film-title one-line">{film.title}</span>
          <span className="meta one-line">{[film.authorsText, film.brief].filter(Boolean).join(' · ')}</span>
        </Link>
      </li>
    ))}
  </ul>
);

const Scholars = ({ scholars }: { scholars: Of<'scholar'>['scholars'] }) => (
  <ul className="home-scholars">
    {scholars.map((one) => (
      <li key={one.scholarId}>
        <Avatar name={one.scholarName} picture={one.avatar} size={64} />
        <Link to={`/cms/main/scholar/${one.scholarId}`}>{one.scholarName}</Link>
        <span className="meta one-line">{one.researchField}</span>
      </li>
    ))}
  </ul>
);

/** A few works with the words of the editor who put them together. */
const Collection = ({ block: { intro, books } }: { block: Of<'collection'> }) => (
  <div className="home-collection card">
    {intro ? <p>{intro}</p> : null}
    <ul>
      {books.map((book) => (
        <li key={book.publishId}>
          <Link to={workPath(book)}>
            <Cover book={book} />
            <span className="home-collection-title one-line">{book.title}</span>
            <span className="meta one-line">{book.authorsText}</span>
          </Link>
        </li>
      ))}
    </ul>
  </div>
);

const News = ({ news }: { news: Of<'information'>['news'] }) => (
  <ul className="home-news">
    {news.map((one) => (
      <li key={one.informationId}>
        <Link to={informationPath(one.informationId)}>
          <span className="home-news-words">
            <span className="home-news-title one-line">{one.title}</span>
            <span className="meta one-line">{[shortDate(one.publishTime), one.categoryName, one.source].filter(Boolean).join(' · ')}</span>
          </span>
          {one.cover ? <img src={one.cover} alt="" loading="lazy" width={66} height={44} /> : null}
        </Link>
      </li>
    ))}
  </ul>
);

const Ranks = ({ block: { period, places } }: { block: Of<'wechatRank'> }) => (
  <ol className="home-places card" aria-label={`${period}的公众号榜`}>
    {places.map((place) => (
      <li key={place.accountId}>
        <Link to={rankPath({ periodType: 'week' }, place.accountId)}>
          <span className={place.rank <= 3 ? 'home-place home-place-top' : 'home-place'}>
            <span className="unseen">第</span>
            {place.rank}
            <span className="unseen">名</span>
          </span>
          <Avatar name={place.accountName} picture={place.avatar} size={40} />
          <span className="home-news-words">
            <span className="home-place-name one-line">{place.accountName}</span>
            <span className="meta one-line">传播指数 {place.wci.toFixed(2)}</span>
          </span>
          <RankChange change={place.rankChange} />
        </Link>
      </li>
    ))}
  </ol>
);

const Contests = ({ contests }: { contests: Of<'contest'>['contests'] }) => (
  <ul className="home-contests">
    {contests.map((one) => (
      <li key={one.contestId}>
        <Link to={contestPath(one.contestId)}>
          <span className="home-contest-art">
            <ContestArt contestId={one.contestId} cover={one.cover} />
          </span>
          <span className="home-contest-words">
            <span className="home-contest-title serif one-line">{one.title}</span>
            <span className="meta one-line">
              {STATE_WORDS[one.status]}
              {one.status === 'collecting' ? `，还有 ${daysUntil(one.submitEnd)} 天` : ''}
              {one.theme ? ` · ${one.theme}` : ''}
            </span>
          </span>
        </Link>
      </li>
    ))}
  </ul>
);

const Notices = ({ notices }: { notices: Of<'notice'>['notices'] }) => (
  <ul className="home-notices">
    {notices.map((notice) => (
      <li key={notice.noticeId}>
        <Link to={`/cms/main/noticeDetail?noticeId=${notice.noticeId}`}>
          <span className="home-news-title one-line">{notice.noticeTitle}</span>
          <span className="meta">{shortDate(notice.publishTime)}</span>
        </Link>
      </li>
    ))}
  </ul>
);
