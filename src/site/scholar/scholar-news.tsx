import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { shortDate } from '../../format/date.ts';
import { More } from '../frame/load-more.tsx';
import { Failed } from '../frame/state.tsx';
import { newsOf } from './scholar-queries.ts';

/** News about one scholar. */
export function ScholarNews({ scholarId }: { scholarId: number }) {
  const list = useInfiniteQuery(newsOf(scholarId));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section className="scholar-part" aria-busy={!list.data && !list.isError}>
      <h2>动态</h2>
      {list.isError && !list.data ? <Failed error={list.error} retry={() => void list.refetch()} /> : null}
      <ul className="scholar-news">
        {rows.map((news) => (
          <li key={news.informationId}>
            <Link to={`/cms/main/information?id=${news.informationId}`}>
              <span className="serif">{news.title}</span>
              <span className="meta">
                {news.categoryName} · {shortDate(news.publishTime)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? <More list={list} end="" /> : null}
    </section>
  );
}
