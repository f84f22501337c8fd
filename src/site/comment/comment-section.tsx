import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { CommentTarget } from '../../../contract/comment/comment.ts';
import { isOffline } from '../../api/call.ts';
import { count } from '../../format/number.ts';
import { More } from '../frame/load-more.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { CommentComposer } from './comment-composer.tsx';
import { CommentRow, CommentThreadView } from './comment-row.tsx';
import { ReportSheet } from './report-sheet.tsx';
import { type CommentSort, useComments } from './use-comments.ts';
import './comment.css';

interface Props {
  readonly targetType: CommentTarget;
  readonly targetId: number;
  /** Heading, 评论 by default. */
  readonly title?: string;
  /** Text of the empty list: 快来写第一条书评. */
  readonly empty?: string;
  readonly placeholder?: string;
}

const ORDERS: readonly (readonly [CommentSort, string])[] = [
  ['new', '最新'],
  ['useful', '最有用'],
];

/** Comments of a work, a news article, a note …: writing, two levels, likes, reports, spoilers behind a cover. */
export function CommentSection({ targetType, targetId, title = '评论', empty = '还没有评论，来写第一条', placeholder = '写下您的想法' }: Props) {
  const [sort, setSort] = useState<CommentSort>('new');
  const { list, own, actions, reported, closeReport } = useComments(targetType, targetId, sort);
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  const place = useRef<HTMLElement>(null);
  const { hash } = useLocation();
  const ready = Boolean(list.data);
  // A message in the inbox leads to one comment.
  useEffect(() => {
    if (!ready || !/^#comment-\d+$/.test(hash)) return;
    const found = place.current?.querySelector<HTMLElement>(hash);
    found?.scrollIntoView({ block: 'center' });
    found?.setAttribute('data-sought', '');
  }, [ready, hash]);
  return (
    <section ref={place} className="comments" aria-labelledby={`comments-${targetType}-${targetId}`}>
      <div className="comments-head">
        <h2 id={`comments-${targetType}-${targetId}`}>
          {title}
          {total > 0 ? <span className="meta"> {count(total)} 条</span> : null}
        </h2>
        {rows.length > 1 || sort !== 'new' ? (
          <fieldset className="comments-sort" aria-label="评论的顺序">
            {ORDERS.map(([value, words]) => (
              <button key={value} type="button" aria-pressed={sort === value} onClick={() => setSort(value)}>
                {words}
              </button>
            ))}
          </fieldset>
        ) : null}
      </div>
      <CommentComposer
        draft={`comment ${targetType} ${targetId}`}
        label={placeholder}
        verb="发表"
        onSend={(text, spoiler) => actions.send(text, spoiler)}
      />
      {own.length > 0 ? (
        <ol className="comment-list" aria-label="只有您能看到">
          {own.map((comment) => (
            <li key={comment.commentId} className="comment-thread">
              <CommentRow comment={comment} actions={actions} />
            </li>
          ))}
        </ol>
      ) : null}
      {list.isError && !list.data ? (
        <p className="comments-empty">
          {isOffline(list.error) ? '联网后可以看到评论。' : `评论没有取到：${list.error.message}`}{' '}
          <button type="button" className="button button-line" onClick={() => void list.refetch()}>
            重试
          </button>
        </p>
      ) : !list.data ? (
        <div aria-busy="true" className="comments-wait">
          <Skeleton width="40%" height={16} />
          <Skeleton width="90%" height={16} top={10} />
          <Skeleton width="70%" height={16} top={10} />
        </div>
      ) : rows.length === 0 ? (
        <p className="comments-empty">{empty}</p>
      ) : (
        <>
          <ol className="comment-list" aria-label={title}>
            {rows.map((thread) => (
              <CommentThreadView key={thread.commentId} thread={thread} actions={actions} />
            ))}
          </ol>
          {list.hasNextPage ? <More list={list} end="" /> : null}
        </>
      )}
      {reported ? <ReportSheet comment={reported} close={closeReport} /> : null}
    </section>
  );
}
