import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { isAnswered } from '../../../../contract/textbook/answer-shape.ts';
import type { PracticeQuestion } from '../../../../contract/textbook/practice.ts';
import type { Answer } from '../../../../contract/textbook/question-kind.ts';
import { newUuid } from '../../../api/new-uuid.ts';
import { nextReviewDays } from '../../../practice/daily-review.ts';
import { setInWrongBook, type PracticeSitting } from '../../../practice/practice-log.ts';
import { answerQuestion, type Tried } from '../../../practice/practice-source.ts';
import { QuestionView } from '../../../question-view/question-view.tsx';
import '../../../practice/practice.css';

type Result = 'right' | 'second' | 'wrong';

interface ReviewQuestionProps {
  readonly question: PracticeQuestion;
  readonly note: string;
  readonly last: boolean;
  readonly sitting: PracticeSitting;
  /** `null`: it was skipped. */
  readonly go: (result: Result | null) => void;
  readonly stop: (result: Result | null) => void;
}

/** What came of it and when the question comes again, where this device knows it. */
function nextWords(outcome: Result | null, days: number | null): string {
  const result = { right: '一次做对', second: '第二次做对', wrong: '没做对' }[outcome ?? 'wrong'];
  return days === null ? `${result}。` : `${result}，${days <= 1 ? '明天' : `${days} 天后`}再来。`;
}

/** Fields in which Enter has no work of its own. */
const SENDS = /^(radio|checkbox|text|number)$/;

/** A question at its review: a try, a second one, then the key. A right first try may be marked as too easy. */
export function ReviewQuestion({ question, note, last, sitting, go, stop }: ReviewQuestionProps) {
  const [seed] = useState(() => newUuid());
  const [answer, setAnswer] = useState<Answer>(null);
  const [tries, setTries] = useState(0);
  const [result, setResult] = useState<Tried | null>(null);
  const [nextIn, setNextIn] = useState<number | null>(null);
  const [removed, setRemoved] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
    // The button that was pressed has left with the question before.
    body.current?.focus({ preventScroll: true });
  }, []);
  const submit = useMutation({
    mutationFn: () => answerQuestion(sitting, question, answer, tries + 1, performance.now() - shownAt.current),
    onSuccess: (tried) => {
      setResult(tried);
      if (tried.key !== null) void nextReviewDays(question.questionId).then(setNextIn, () => undefined);
      setTries(tries + 1);
      body.current?.focus({ preventScroll: true });
    },
  });
  const done = result?.key != null;
  const again = result !== null && !done;
  const first = done && tries === 1 && result.judged.verdict === 'right';
  const outcome: Result | null = tries === 0 ? null : !done || result.judged.verdict !== 'right' ? 'wrong' : tries === 1 ? 'right' : 'second';
  const ready = isAnswered(answer) && !again && !submit.isPending;
  const leave = async (easy = false): Promise<void> => {
    await (easy ? sitting.tooEasy(question) : sitting.leave(question));
    go(outcome);
  };
  const send = useEffectEvent((event: KeyboardEvent): void => {
    const { target } = event;
    if (event.key !== 'Enter' || event.isComposing) return;
    if (target !== body.current && !(target instanceof HTMLInputElement && SENDS.test(target.type))) return;
    event.preventDefault();
    if (done) void leave();
    else if (ready) submit.mutate();
  });
  useEffect(() => {
    const element = body.current;
    const onKey = (event: KeyboardEvent): void => send(event);
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className="daily-review-run card">
      <div ref={body} className="practice" tabIndex={-1}>
        <p className="meta">{note}</p>
        <QuestionView
          shown={question.shown}
          answer={answer}
          onChange={(value) => {
            setAnswer(value);
            setResult(null);
          }}
          disabled={done || submit.isPending}
          order={seed}
          judged={result?.judged ?? null}
          keyPart={result?.key ?? null}
        />
        <output className="practice-note">
          {removed ? '已移出错题本，也不再复习。' : again ? '再试一次；再答错就给出答案。' : done ? nextWords(outcome, nextIn) : ''}
        </output>
        {submit.error ? (
          <p className="wrong" role="alert">
            {submit.error.message}
          </p>
        ) : null}
        {done && !removed ? (
          <button
            type="button"
            className="text-link practice-hand"
            onClick={() => {
              setRemoved(true);
              void sitting.leave(question).then(() => setInWrongBook(question, 'remove'));
              body.current?.focus({ preventScroll: true });
            }}
          >
            不再复习这道题
          </button>
        ) : null}
      </div>
      <div className="practice-foot">
        <button type="button" className="button button-line" onClick={() => stop(outcome)}>
          先到这里
        </button>
        {done ? (
          <>
            {first && !removed ? (
              <button type="button" className="button button-line" onClick={() => void leave(true)}>
                太简单
              </button>
            ) : null}
            <button type="button" className="button button-fill" onClick={() => void leave()}>
              {last ? '做完了' : '下一个'}
            </button>
          </>
        ) : (
          <>
            <button type="button" className="button button-line" onClick={() => void leave()}>
              跳过
            </button>
            <button type="button" className="button button-fill" disabled={!ready} onClick={() => submit.mutate()}>
              {submit.isPending ? '正在判' : '提交'}
            </button>
          </>
        )}
      </div>
    </div>
  );
}
