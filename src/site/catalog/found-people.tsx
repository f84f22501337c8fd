import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { InformationCard } from '../../../contract/content/information.ts';
import type { ScholarCard } from '../../../contract/scholar/public-scholar.ts';
import { fullDate } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { Avatar } from '../frame/avatar.tsx';
import { More } from '../frame/load-more.tsx';
import { Failed } from '../frame/state.tsx';
import { BookRowSkeleton } from './book-row.tsx';
import { foundNews, foundScholars } from './catalog-queries.ts';
import { FoundNothing, Marked } from './search-results.tsx';

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
        <span className="meta one-line">{[place, one.researchField, `作品 ${count(one.worksNum + one.papersNum)}`].filter(Boolean).join(' · ')}</span>
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
      <span className="meta">{[news.categoryName, fullDate(news.publishTime)].filter(Boolean).join(' · ')}</span>
    </Link>
  );
}

interface Both {
  scholars: { rows: ScholarCard[]; total: number } | undefined;
  news: { rows: InformationCard[]; total: number } | undefined;
  keyword: string;
  path: (tab: string) => string;
}

const FEW = 3;

/** The first scholars and news, below the works of a search over everything. */
export function FoundPeople({ scholars, news, keyword, path }: Both) {
  return (
    <>
      {scholars && scholars.total > 0 ? (
        <section className="search-second" aria-label="学者">
          <h2 className="search-section">
            学者<span>{count(scholars.total)} 位</span>
          </h2>
          {scholars.rows.slice(0, FEW).map((one) => (
            <FoundScholar key={one.scholarId} one={one} keyword={keyword} />
          ))}
          {scholars.total > FEW ? (
            <Link className="search-all" to={path('scholar')} replace>
              查看全部 {count(scholars.total)} 位
            </Link>
          ) : null}
        </section>
      ) : null}
      {news && news.total > 0 ? (
        <section className="search-second" aria-label="资讯">
          <h2 className="search-section">
            资讯<span>{count(news.total)} 篇</span>
          </h2>
          {news.rows.slice(0, FEW).map((one) => (
            <FoundArticle key={one.informationId} news={one} keyword={keyword} />
          ))}
          {news.total > FEW ? (
            <Link className="search-all" to={path('information')} replace>
              查看全部 {count(news.total)} 篇
            </Link>
          ) : null}
        </section>
      ) : null}
    </>
  );
}
