import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { CODE } from '../../../contract/error.ts';
import { getNotice } from '../../../contract/content/notice.ts';
import { CallError } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { fullDate } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { useBrowseRecord } from '../../browse-history/use-browse-record.ts';
import { Comments } from '../comment/comments.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { usePageHead } from '../frame/page-head.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { noticePath } from './notice.screen.tsx';
import '../frame/rich-text.css';
import './notice.css';

const LIST = '/cms/main/notice';

export function NoticeDetailScreen() {
  const noticeId = Number(useSearchParams()[0].get('noticeId')) || 0;
  const { data, error, refetch } = useQuery(queryOf(getNotice, { params: { noticeId } }));
  useBrowseRecord('notice', data ? noticeId : null);
  usePageHead('/cms/main/noticeDetail', data?.noticeTitle);
  if (error && !data)
    return error instanceof CallError && (error.code === CODE.missing || error.code === CODE.invalid) ? (
      <Empty heading="h1" drawing="find" title="公告不存在或已下线" reason="看看别的通知和公告吧。" to={LIST} action="看全部公告" />
    ) : (
      <div className="notice-page">
        <NavBar otherwise={LIST} />
        <Failed heading="h1" error={error} retry={() => void refetch()} />
      </div>
    );
  return (
    <div className="notice-page">
      <NavBar otherwise={LIST} />
      <Stale error={error} />
      {data ? (
        <>
          <article>
            <h1>{data.noticeTitle}</h1>
            <p className="meta">
              {fullDate(data.publishTime)} · {count(data.viewNum)} 次阅读
            </p>
            {/* Cleaned by the server before it is stored. */}
            <div className="rich-text" dangerouslySetInnerHTML={{ __html: data.noticeContent }} />
            <nav className="notice-neighbours" aria-label="上一篇与下一篇">
              {data.previous ? <Link to={noticePath(data.previous.noticeId)}>上一篇：{data.previous.noticeTitle}</Link> : null}
              {data.next ? <Link to={noticePath(data.next.noticeId)}>下一篇：{data.next.noticeTitle}</Link> : null}
            </nav>
          </article>
          <div className="notice-comments">
            <Comments targetType="notice" targetId={data.noticeId} />
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
