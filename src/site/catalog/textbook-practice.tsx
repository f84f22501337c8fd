import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import type { SetProgress } from '../../../contract/textbook/practice.ts';
import { DAILY_REVIEW_PATH, setPath, WRONG_PATH } from '../../../contract/textbook/practice-path.ts';
import { session } from '../../session/session.store.ts';
import { Icon } from '../frame/icon.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { exercisesOf } from '../../practice/practice-queries.ts';
import { progressWords, rateWords } from '../../practice/practice-words.ts';
import './textbook-practice.css';

/** The exercises of a textbook by chapter, with what was done of each. */
export function TextbookPractice({ book: { publishId, trialChapters } }: { book: BookDetail }) {
  const { now } = useSnapshot(session);
  const known = now.state !== 'anonymous';
  const { data, error, refetch } = useQuery({ ...exercisesOf(publishId), refetchOnMount: 'always' });
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />;
  if (!data)
    return (
      <div className="book-part" aria-busy="true">
        <Skeleton height={56} />
        <Skeleton height={56} top={12} />
        <Skeleton height={56} top={12} />
      </div>
    );
  if (data.sets.length === 0) return <Empty drawing="lamp" title="还没有练习" reason="编辑部正在准备，过几天再来看看。" />;
  const closed = data.sets.some(({ open }) => !open);
  return (
    <section className="book-part" aria-label="练习">
      <Stale error={error} />
      {known ? (
        <Link className="textbook-set" to={DAILY_REVIEW_PATH}>
          <b>今日复习</b>
          <span className="meta">错过的题，快忘时再考一次</span>
          <Icon name="right" size={18} className="soft" />
        </Link>
      ) : null}
      {known ? (
        <Link className="textbook-set" to={data.wrong > 0 ? `${WRONG_PATH}&book=${publishId}` : WRONG_PATH}>
          <b>错题本</b>
          <span className="meta">{data.wrong > 0 ? `本书 ${data.wrong} 题` : '还没有错题，真好'}</span>
          <Icon name="right" size={18} className="soft" />
        </Link>
      ) : (
        <p className="meta textbook-why">登录后会记住做过的题和错题。</p>
      )}
      {closed ? (
        <p className="meta textbook-why">
          {trialChapters > 0 ? '试读章节的练习可以直接做，其他章的练习有了这部教材的使用权就能做。' : '有了这部教材的使用权就能做练习。'}
        </p>
      ) : null}
      <ol className="textbook-sets">
        {data.sets.map((set) => (
          <li key={set.setId}>
            <SetRow set={set} known={known} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function SetRow({ set, known }: { set: SetProgress; known: boolean }) {
  const words = (
    <>
      <span className="textbook-set-name">
        <b className="serif one-line">{set.title}</b>
        <span className="meta one-line">{set.chapterTitle || '全书'}</span>
      </span>
      <span className="meta textbook-set-done">
        {known && set.open ? [progressWords(set), rateWords(set)].filter(Boolean).join(' · ') : `${set.questions} 题`}
      </span>
      {set.open ? (
        <Icon name="right" size={18} className="soft" />
      ) : (
        <>
          <Icon name="lock" size={18} className="soft" />
          <span className="unseen">没有使用权，不能做</span>
        </>
      )}
    </>
  );
  return set.open ? (
    <Link className="textbook-set" to={setPath(set.setId)}>
      {words}
    </Link>
  ) : (
    <div className="textbook-set">{words}</div>
  );
}
