import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { type NoticeCard, queryNotices } from '../../../contract/content/notice.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { fullDate } from '../../format/date.ts';
import { count } from '../../format/number.ts';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import './notice.css';

const noticeList = pagesOf(queryNotices, { query: {} }, PAGE_SIZE, (data): { rows: NoticeCard[]; total: number } => data);

export const noticePath = (noticeId: number): string => `/cms/main/noticeDetail?noticeId=${noticeId}`;
/** The two types of the data dictionary. */
const TYPES: Readonly<Record<string, string>> = { 1: '通知', 2: '公告' };

export function NoticeScreen() {
  const list = useInfiniteQuery(noticeList);
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <div className="notice measure">
      <NavBar title="通知公告" />
      {list.data ? <Stale error={list.error} /> : null}
      {list.isError && !list.data ? (
        <Failed error={list.error} retry={() => void list.refetch()} />
      ) : list.data && rows.length === 0 ? (
        <Empty drawing="lamp" title="暂无公告" reason="出版社的通知和公告会发在这里。" to="/" action="回首页" />
      ) : (
        <>
          <ul className="notice-list" aria-busy={!list.data}>
            {list.data
              ? rows.map((notice) => (
                  <li key={notice.noticeId}>
                    <Link to={noticePath(notice.noticeId)}>
                      <span className="notice-title">
                        {notice.topFlag ? <span className="tag tag-seal">置顶</span> : null} {notice.noticeTitle}
                      </span>
                      <span className="meta">
                        {TYPES[notice.noticeType]} · {fullDate(notice.publishTime)}
                        {notice.viewNum > 0 ? ` · ${count(notice.viewNum)} 次阅读` : ''}
                      </span>
                    </Link>
                  </li>
                ))
              : [1, 2, 3, 4, 5].map((n) => (
                  <li key={n} aria-hidden="true">
                    <Skeleton width="70%" height={18} top={16} />
                    <Skeleton width="40%" height={12} top={10} />
                  </li>
                ))}
          </ul>
          {list.data ? <More list={list} end="没有更早的公告了" /> : null}
          <p className="end-line">
            <a className="text-link" href="/feed/notice.xml">
              订阅（Atom）
            </a>
          </p>
        </>
      )}
    </div>
  );
}
