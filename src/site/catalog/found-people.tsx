import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { FoundAccount, FoundThing } from '../../../contract/discovery/across.ts';
import type { InformationCard } from '../../../contract/content/information.ts';
import type { ScholarCard } from '../../../contract/scholar/public-scholar.ts';
import type { ContestCard } from '../../../contract/contest/contest.ts';
import { contestPath } from '../../../contract/contest/contest-path.ts';
import { RANK_PATH } from '../../../contract/wechat/wechat.site.ts';
import { fullDate } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { Avatar } from '../frame/avatar.tsx';
import { More } from '../frame/load-more.tsx';
import { Failed } from '../frame/state.tsx';
import { BookRowSkeleton } from '../book-tile/book-row.tsx';
import { foundAcross, foundNews, foundScholars } from './catalog-queries.ts';
import { FoundPaper } from './found-papers.tsx';
import { FoundNothing, FoundWork, Marked } from './search-results.tsx';

/** Scholars that have a name with the search term. */
export function AllScholars({ keyword }: { keyword: string }) {
  const list = useInfiniteQuery(foundScholars(keyword));
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <BookRowSkeleton />;
  const rows = list.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <FoundNothing keyword={keyword} />;
  return (
    <>
      {rows.map((one) => (
        <FoundScholar key={one.scholarId} one={one} keyword={keyword} />
      ))}
      <More list={list} end="就是这些了" />
    </>
  );
}

export function FoundScholar({ one, keyword }: { one: ScholarCard; keyword: string }) {
  const place = [one.dynasty, one.collegeName, one.title].filter(Boolean).join(' ');
  return (
    <Link className="found-work found-scholar" to={`/cms/main/scholar/${one.scholarId}`}>
      <Avatar name={one.scholarName} picture={one.avatar} size={48} />
      <span className="found-words">
        <span className="found-title one-line">
          <Marked text={one.scholarName} keyword={keyword} />
          {one.matchedName ? (
            <span className="meta">
              {' '}
              又名 <Marked text={one.matchedName} keyword={keyword} />
            </span>
          ) : null}
        </span>
        <span className="meta one-line">
          {['学者', place, one.researchField, `作品 ${count(one.worksNum + one.papersNum)}`].filter(Boolean).join(' · ')}
        </span>
      </span>
    </Link>
  );
}

/** News with the search term in the title, the summary or the text. */
export function AllNews({ keyword }: { keyword: string }) {
  const list = useInfiniteQuery(foundNews(keyword));
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <BookRowSkeleton />;
  const rows = list.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <FoundNothing keyword={keyword} />;
  return (
    <>
      {rows.map((news) => (
        <FoundArticle key={news.informationId} news={news} keyword={keyword} />
      ))}
      <More list={list} end="就是这些了" />
    </>
  );
}

export function FoundArticle({ news, keyword }: { news: InformationCard; keyword: string }) {
  return (
    <Link className="found-passage" to={`/cms/main/information?id=${news.informationId}`}>
      <span className="found-title one-line">
        <Marked text={news.title} keyword={keyword} />
      </span>
      <span className="found-why one-line">
        <Marked text={news.summary} keyword={keyword} />
      </span>
      <span className="meta">{['资讯', news.categoryName, fullDate(news.publishTime)].filter(Boolean).join(' · ')}</span>
    </Link>
  );
}

/** Public accounts by name, number or introduction. */
export function FoundAccountRow({ account, keyword }: { account: FoundAccount; keyword: string }) {
  return (
    <Link className="found-work found-scholar" to={`${RANK_PATH}?accountId=${account.accountId}`}>
      <Avatar name={account.accountName} picture={account.avatar} size={48} />
      <span className="found-words">
        <span className="found-title one-line">
          <Marked text={account.accountName} keyword={keyword} />
        </span>
        <span className="meta one-line">{['公众号', account.domainName, account.certified ? '已认证' : ''].filter(Boolean).join(' · ')}</span>
        {account.intro ? (
          <span className="found-why one-line">
            <Marked text={account.intro} keyword={keyword} />
          </span>
        ) : null}
      </span>
    </Link>
  );
}

/** Contests by title, theme or organiser. */
const FoundContest = ({ contest, keyword }: { contest: ContestCard; keyword: string }) => (
  <Link className="found-passage" to={contestPath(contest.contestId)}>
    <span className="found-title one-line">
      <Marked text={contest.title} keyword={keyword} />
    </span>
    {contest.theme ? (
      <span className="found-why one-line">
        <Marked text={contest.theme} keyword={keyword} />
      </span>
    ) : null}
    <span className="meta">
      {['大赛', contest.organizer, contest.status === 'collecting' ? `征稿至 ${fullDate(contest.submitEnd)}` : ''].filter(Boolean).join(' · ')}
    </span>
  </Link>
);

function Found({ one, keyword }: { one: FoundThing; keyword: string }) {
  switch (one.kind) {
    case 'work':
      return <FoundWork book={one.work} keyword={keyword} />;
    case 'scholar':
      return <FoundScholar one={one.scholar} keyword={keyword} />;
    case 'information':
      return <FoundArticle news={one.news} keyword={keyword} />;
    case 'account':
      return <FoundAccountRow account={one.account} keyword={keyword} />;
    case 'contest':
      return <FoundContest contest={one.contest} keyword={keyword} />;
    case 'paper':
      return <FoundPaper paper={one.paper} keyword={keyword} />;
    default:
      // A newer server may find more kinds than this version shows.
      return null;
  }
}

function keyOf(one: FoundThing, at: number): string {
  switch (one.kind) {
    case 'work':
      return `work ${one.work.publishId}`;
    case 'scholar':
      return `scholar ${one.scholar.scholarId}`;
    case 'account':
      return `account ${one.account.accountId}`;
    case 'contest':
      return `contest ${one.contest.contestId}`;
    case 'paper':
      return `paper ${one.paper.articleId}`;
    case 'information':
      return `information ${one.news.informationId}`;
    default:
      return String(at);
  }
}

type Across = UseInfiniteQueryResult<InfiniteData<{ rows: FoundThing[]; total: number }>>;

/** Results of all kinds in one ranking; more on request, because sentences from the books follow. */
export function FoundAcross({ list, keyword }: { list: Across; keyword: string }) {
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  if (rows.length === 0) return null;
  return (
    <section aria-label="综合结果">
      {rows.map((one, at) => (
        <Found key={keyOf(one, at)} one={one} keyword={keyword} />
      ))}
      {list.hasNextPage ? (
        <button type="button" className="search-all" disabled={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {list.isFetchingNextPage ? '正在加载…' : '查看更多结果'}
        </button>
      ) : null}
    </section>
  );
}

export function AllAccounts({ keyword }: { keyword: string }) {
  const list = useInfiniteQuery(foundAcross(keyword, 'account'));
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <BookRowSkeleton />;
  const rows = list.data.pages.flatMap((page) => page.rows);
  if (rows.length === 0) return <FoundNothing keyword={keyword} />;
  return (
    <>
      {rows.map((one, at) => (
        <Found key={keyOf(one, at)} one={one} keyword={keyword} />
      ))}
      <More list={list} end="就是这些了" />
    </>
  );
}
