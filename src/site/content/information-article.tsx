import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { DataOf } from '../../../contract/endpoint.ts';
import { getInformation } from '../../../contract/content/information.ts';
import { CODE } from '../../../contract/error.ts';
import { CallError } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { useBrowseRecord } from '../../browse-history/use-browse-record.ts';
import { fullDate } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { BookTile } from '../book-tile/book-tile.tsx';
import { Avatar } from '../frame/avatar.tsx';
import { Comments } from '../comment/comments.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { usePageHead } from '../frame/page-head.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { INFORMATION, informationPath } from './information-path.ts';
import '../frame/rich-text.css';

type News = DataOf<typeof getInformation>;

/** One news article, with the scholar and the works it is about. */
export function InformationArticle({ id }: { id: number }) {
  const { data, error, refetch } = useQuery(queryOf(getInformation, { params: { id } }));
  useBrowseRecord('information', data ? id : null);
  usePageHead(INFORMATION, data?.title, data?.summary);
  if (error && !data)
    return error instanceof CallError && (error.code === CODE.missing || error.code === CODE.invalid) ? (
      <Empty heading="h1" drawing="find" title="资讯不存在或已下线" reason="看看别的资讯吧。" to={INFORMATION} action="看全部资讯" />
    ) : (
      <div className="information-page">
        <NavBar otherwise={INFORMATION} />
        <Failed heading="h1" error={error} retry={() => void refetch()} />
      </div>
    );
  return (
    <div className="information-page">
      <NavBar otherwise={INFORMATION} />
      <Stale error={error} />
      {data ? (
        <>
          <Article news={data} />
          <div className="information-comments">
            <Comments targetType="information" targetId={data.informationId} />
          </div>
        </>
      ) : (
        <article aria-busy="true">
          <Skeleton width="80%" height={30} top={6} />
          <Skeleton width="40%" height={12} top={14} />
          <Skeleton height={260} top={24} />
        </article>
      )}
    </div>
  );
}

function Article({ news }: { news: News }) {
  const facts = [news.categoryName, news.source, news.author, fullDate(news.publishTime), `${count(news.viewNum)} 次阅读`];
  return (
    <article>
      <h1>{news.title}</h1>
      <p className="meta">{facts.filter(Boolean).join(' · ')}</p>
      {news.cover ? <img className="information-cover" src={news.cover} alt="" /> : null}
      {/* Cleaned by the server before it is stored. */}
      <div className="rich-text" dangerouslySetInnerHTML={{ __html: news.content }} />
      {news.scholar ? (
        <section>
          <h2>相关学者</h2>
          <Link className="information-scholar" to={`/cms/main/scholar/${news.scholar.scholarId}`}>
            <Avatar name={news.scholar.scholarName} picture={news.scholar.avatar} size={48} />
            <span>
              <strong>{news.scholar.scholarName}</strong>
              <span className="meta">{[news.scholar.collegeName, news.scholar.title, news.scholar.researchField].filter(Boolean).join(' · ')}</span>
            </span>
          </Link>
        </section>
      ) : null}
      {news.books.length > 0 ? (
        <section>
          <h2>相关作品</h2>
          <div className="book-rail">
            {news.books.map((book) => (
              <BookTile key={book.publishId} book={book} />
            ))}
          </div>
        </section>
      ) : null}
      <nav className="information-neighbours" aria-label="上一篇与下一篇">
        {news.previous ? <Link to={informationPath(news.previous.informationId)}>上一篇：{news.previous.title}</Link> : null}
        {news.next ? <Link to={informationPath(news.next.informationId)}>下一篇：{news.next.title}</Link> : null}
      </nav>
    </article>
  );
}
