import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { deadlineText } from '../../../contract/deadline.ts';
import { LEVEL_NAMES, reviewMachine } from '../../../contract/review/review.machine.ts';
import type { ReviewRow } from '../../../contract/review/review.ts';
import { loadable } from '../../loading/loadable.ts';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { judgeTasks } from '../contest/judge-queries.ts';
import { ContestTasks } from '../contest/task-list.tsx';
import { JournalTasks } from '../periodical/journal-tasks.tsx';
import { reviewTasks } from './review-queries.ts';
import { ReviewView } from './review-view.tsx';
import './review.css';

const JournalReviewView = loadable(async () => (await import('../periodical/journal-review-view.tsx')).JournalReviewView);

/** #35: the review tasks of an editor or an outside expert, on a phone as well. */
export function MyReviewScreen() {
  const [search] = useSearchParams();
  const auditId = Number(search.get('audit')) || 0;
  const reviewId = Number(search.get('journal')) || 0;
  if (reviewId > 0) return <JournalReviewView reviewId={reviewId} />;
  return auditId > 0 ? <ReviewView auditId={auditId} /> : <All />;
}

function All() {
  const [, setSearch] = useSearchParams();
  const list = useInfiniteQuery(reviewTasks());
  const { data, error, refetch } = list;
  const rows = data?.pages.flatMap((page) => page.rows) ?? [];
  const judged = useInfiniteQuery(judgeTasks({ scoring: '1' })).data?.pages[0]?.total ?? 0;
  return (
    <div className="review measure">
      <NavBar title="我的评审" otherwise="/personalCenter/default">
        <Link className="text-link" to="/personalCenter/preliminary">
          初审
        </Link>
      </NavBar>
      <ContestTasks roundType={null} />
      {error && !data ? (
        <Failed error={error} retry={() => void refetch()} to="/personalCenter/default" action="回到我的" />
      ) : !data ? (
        <div className="review-part" aria-busy="true">
          <Skeleton height={96} />
          <Skeleton height={96} top={12} />
        </div>
      ) : rows.length === 0 ? (
        <JournalTasks
          otherwise={
            judged > 0 ? null : (
              <Empty drawing="lamp" title="暂无评审任务" reason="有稿件请您审读时，这里会出现任务，站内信也会告诉您。" to="/" action="去首页" />
            )
          }
        />
      ) : (
        <>
          <JournalTasks />
          <ul className="review-list">
            {rows.map((row) => (
              <li key={row.auditId}>
                <button type="button" className="review-card" onClick={() => setSearch({ audit: String(row.auditId) })}>
                  <Task row={row} />
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {data ? <Stale error={error} /> : null}
      {rows.length > 0 ? <More list={list} end={`共 ${data?.pages[0]?.total ?? 0} 项，已经到底了`} /> : null}
    </div>
  );
}

const Task = ({ row }: { row: ReviewRow }) => (
  <>
    <span className="review-card-head">
      <b className="serif">{row.title}</b>
      <span className="review-state" data-tone={reviewMachine.states[row.status].tone}>
        {reviewMachine.states[row.status].label}
      </span>
    </span>
    <span className="meta">
      {LEVEL_NAMES[row.level]} · 第{row.round}轮 · {(row.wordCount / 10_000).toFixed(1)} 万字
    </span>
    {row.dueAt ? (
      <span className={row.late ? 'review-late' : 'meta'}>
        {row.late ? '已过期限' : row.status === 'assigned' ? '请接收或谢绝，期限' : '期限'} {deadlineText(row.dueAt)}
      </span>
    ) : null}
  </>
);
