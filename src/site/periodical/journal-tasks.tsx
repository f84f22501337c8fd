import type { ReactNode } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { deadlineText } from '../../../contract/deadline.ts';
import { PAGE_SIZE } from '../../../contract/limits.ts';
import { journalReviewMachine } from '../../../contract/periodical/journal-review.machine.ts';
import { myJournalReviews, type JournalTask } from '../../../contract/periodical/journal-review.ts';
import { pagesOf } from '../../api/pages-of.ts';
import { More } from '../frame/load-more.tsx';

const tasks = () => ({
  ...pagesOf(myJournalReviews, { query: {} }, PAGE_SIZE, (data): { rows: JournalTask[]; total: number } => data),
  staleTime: 0,
});

/** #35: the journal reviews of the caller; `otherwise` is shown when there are none. */
export function JournalTasks({ otherwise = null }: { otherwise?: ReactNode }) {
  const list = useInfiniteQuery(tasks());
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  if (rows.length === 0) return list.isPending ? null : otherwise;
  return (
    <section aria-label="期刊审稿">
      <h2 className="review-part journal-tasks">期刊审稿</h2>
      <ul className="review-list">
        {rows.map((row) => (
          <li key={row.reviewId}>
            <Link className="review-card" to={`?journal=${row.reviewId}`}>
              <span className="review-card-head">
                <b className="serif">{row.title}</b>
                <span className="review-state" data-tone={journalReviewMachine.states[row.status].tone}>
                  {journalReviewMachine.states[row.status].label}
                </span>
              </span>
              <span className="meta">
                {row.journalName} · 第{row.round}轮
              </span>
              {row.status === 'done' ? null : (
                <span className={row.late ? 'review-late' : 'meta'}>
                  {row.status === 'invited'
                    ? `请在 ${deadlineText(row.answerBy)} 前答复`
                    : `${row.late ? '已过期限' : '期限'} ${deadlineText(row.dueAt)}`}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
      {list.hasNextPage ? <More list={list} end="" /> : null}
    </section>
  );
}
