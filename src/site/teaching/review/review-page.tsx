import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { mixed, roomForWords } from '../../../../contract/teaching/review-queue.ts';
import { PRACTICE_PATH, WRONG_PATH } from '../../../../contract/textbook/practice-path.ts';
import { storedOf } from '../../../annotations/annotations.store.ts';
import { useAnnotations } from '../../../annotations/use-annotations.ts';
import { dailyQueue } from '../../../practice/daily-queries.ts';
import { loadQueue, type DailyQueue } from '../../../practice/daily-review.ts';
import { wordsOfDay } from '../../../vocabulary/words-of-day.ts';
import { Icon } from '../../frame/icon.tsx';
import { NavBar } from '../../frame/nav-bar.tsx';
import { Empty, Failed, Stale } from '../../frame/state.tsx';
import { LimitsSheet } from './limits-sheet.tsx';
import { ReviewWait } from './review-wait.tsx';
import { ReviewRun, type ReviewItem, type ReviewTally } from './review-run.tsx';
import './daily-review.css';

const WORDS_PATH = '/personalCenter/words';

/** T4: the questions and words that are due today, one after the other, and what came of it. Works without a network from the copies on this device. */
export function ReviewPage() {
  const ready = useAnnotations();
  const { data, error, isFetching, refetch } = useQuery({ ...dailyQueue, refetchOnMount: 'always' });
  const [run, setRun] = useState<readonly ReviewItem[] | null>(null);
  const [tally, setTally] = useState<ReviewTally | null>(null);
  const all = storedOf('word');
  const again = data?.items.filter(({ fresh }) => !fresh).length ?? 0;
  const words = data ? wordsOfDay(all, roomForWords(again, data.doneReviews, data.limits)) : [];
  const start = useMutation({
    mutationFn: async (): Promise<ReviewItem[]> => {
      const questions = await loadQueue(data?.items.map(({ questionId }) => questionId) ?? []).catch((reason: unknown) => {
        if (words.length === 0) throw reason;
        return [];
      });
      return mixed<ReviewItem, ReviewItem>(
        questions.map((question) => ({ kind: 'question', question })),
        words.map((word) => ({ kind: 'word', word })),
      );
    },
    onSuccess: (items) => {
      setTally(null);
      setRun(items);
    },
  });
  const end = async (done: ReviewTally): Promise<void> => {
    await refetch();
    setTally(done);
    setRun(null);
  };
  const due = (data?.items.length ?? 0) + words.length;
  return (
    <div className="daily-review measure">
      <NavBar title="今日复习" otherwise={PRACTICE_PATH} />
      {run ? (
        <ReviewRun items={run} end={end} />
      ) : error && !data ? (
        <Failed error={error} retry={() => void refetch()} to={PRACTICE_PATH} action="看我的练习" />
      ) : !data || !ready || (isFetching && due === 0 && tally === null) ? (
        <ReviewWait />
      ) : (
        <>
          <Stale error={error} />
          {data.here ? <p className="daily-review-note meta">现在没有网络，复习的是存在本机的教材、离线包和生词。</p> : null}
          {tally ? <Summary tally={tally} /> : null}
          {due > 0 ? (
            <section className="card daily-review-due" aria-label="今天要复习的">
              <p className="daily-review-number">
                <b className="serif">{due}</b> {words.length === 0 ? '题' : data.items.length === 0 ? '个词' : '题和词'}
                {tally ? '还没有复习' : '今天要复习'}
              </p>
              <p className="meta">{partsOf(data, words.length)}</p>
              <button type="button" className="button button-fill button-tall button-wide" disabled={start.isPending} onClick={() => start.mutate()}>
                {start.isPending ? '正在取题…' : tally || data.doneNew + data.doneReviews > 0 ? '接着复习' : '开始复习'}
              </button>
              {start.error ? (
                <p className="wrong" role="alert">
                  {start.error.message}
                </p>
              ) : null}
            </section>
          ) : data.cards + all.length > 0 ? (
            <Empty drawing="lamp" title={doneTitle(data.tomorrow)} reason={doneReason(data)} to={PRACTICE_PATH} action="去练习" />
          ) : (
            <Empty
              drawing="lamp"
              title="还没有要复习的题"
              reason="练习里第一次没做对的题会自动收进复习，过几天再考您一次；做对的题也可以加入复习。"
              to={PRACTICE_PATH}
              action="去练习"
            />
          )}
          <Rest data={data} />
        </>
      )}
    </div>
  );
}

const doneTitle = (tomorrow: number): string => (tomorrow > 0 ? `今天的复习做完了，明天有${tomorrow}题` : '今天的复习做完了，明天没有要复习的题');

function doneReason({ doneNew, doneReviews }: DailyQueue): string {
  const done = doneNew + doneReviews;
  return done > 0 ? `今天复习了 ${done} 题。记得越牢，隔得越久。` : '现在没有到期的题。记得越牢，隔得越久。';
}

/** What the queue consists of, and what was done today. */
function partsOf({ items, doneNew, doneReviews }: DailyQueue, words: number): string {
  const fresh = items.filter((one) => one.fresh).length;
  const done = doneNew + doneReviews;
  return [
    items.length > fresh ? `复习 ${items.length - fresh} 题` : '',
    fresh > 0 ? `新题 ${fresh} 题` : '',
    words > 0 ? `生词 ${words} 个` : '',
    done > 0 ? `今天已做 ${done} 题` : '',
  ]
    .filter(Boolean)
    .join(' · ');
}

function Summary({ tally }: { tally: ReviewTally }) {
  const figures = [
    ['一次做对', tally.right],
    ['第二次做对', tally.second],
    ['没做对', tally.wrong],
    ['认识的词', tally.known],
    ['不认识的词', tally.unknown],
  ] as const;
  const shown = figures.filter(([, count]) => count > 0);
  if (shown.length === 0) return null;
  return (
    <section className="card daily-review-summary" aria-label="这一次的复习">
      <h2 className="serif">这一次的复习</h2>
      <dl>
        {shown.map(([name, count]) => (
          <div key={name}>
            <dt className="meta">{name}</dt>
            <dd className="serif">{count}</dd>
          </div>
        ))}
      </dl>
      {tally.wrong > 0 ? <p className="meta">没做对的题很快再来，也在错题本里。</p> : null}
    </section>
  );
}

/** What is not in the queue and why, the limits, and the way to the lists. */
function Rest({ data }: { data: DailyQueue }) {
  const [editing, setEditing] = useState(false);
  const { newMost, reviewMost } = data.limits;
  return (
    <section className="daily-review-rest" aria-label="更多">
      {data.held > 0 ? <p className="meta">另有 {data.held} 题超过每天的上限，留到后面几天。</p> : null}
      {data.closed > 0 ? (
        <p className="meta">
          {data.here ? `另有 ${data.closed} 题没有存到本机，联网后能复习。` : `另有 ${data.closed} 题的教材现在不能练，续用后会回来。`}
        </p>
      ) : null}
      <p className="daily-review-limits">
        <span>
          每天最多新题 {newMost} 题，复习 {reviewMost} 题
        </span>
        <button type="button" className="button button-line" onClick={() => setEditing(true)}>
          调整
        </button>
      </p>
      <ul>
        {(
          [
            ['错题本', WRONG_PATH],
            ['生词本', WORDS_PATH],
            ['我的练习', PRACTICE_PATH],
          ] as const
        ).map(([name, path]) => (
          <li key={path}>
            <Link to={path}>
              <span className="serif">{name}</span>
              <Icon name="right" size={18} className="soft" />
            </Link>
          </li>
        ))}
      </ul>
      {editing ? <LimitsSheet limits={data.limits} close={() => setEditing(false)} /> : null}
    </section>
  );
}
