import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { isAnswered } from '../../contract/textbook/answer-shape.ts';
import { displayOrder } from '../../contract/textbook/display-order.ts';
import type { PracticeQuestion } from '../../contract/textbook/practice.ts';
import { isScored, type Answer } from '../../contract/textbook/question-kind.ts';
import { newUuid } from '../api/new-uuid.ts';
import { QuestionView } from '../question-view/question-view.tsx';
import { currentPerson } from '../session/current-person.ts';
import { PracticeSitting, setInWrongBook } from './practice-log.ts';
import { answerQuestion, isRemembered, type Copy, type PracticeSet, type Tried } from './practice-source.ts';
import './practice.css';

interface Work {
  readonly answer: Answer;
  readonly tries: number;
  readonly result: Tried | null;
  /** Put into the wrong book or taken out by hand. */
  readonly byHand: 'add' | 'remove' | null;
}
const FRESH: Work = { answer: null, tries: 0, result: null, byHand: null };

interface PracticeProps {
  readonly set: PracticeSet;
  /** The copy of the book that is open. */
  readonly copy?: Copy;
  /** The questions are those of the wrong book. */
  readonly wrongBook?: boolean;
  /** Shown below the result at the end. */
  readonly end?: ReactNode;
}

const HAND_WORDS = { add: '加入复习', remove: '移出错题本' } as const;
const DONE_WORDS = { add: '已加入错题本和今日复习', remove: '已移出错题本，也不再复习' } as const;

/** One question a view: a try, a second one without penalty, then the key and the explanation. Nothing counts; users who are signed in find what they missed in the wrong book. */
export function Practice({ set, copy, wrongBook = false, end }: PracticeProps) {
  const [seed, setSeed] = useState(() => newUuid());
  const [at, setAt] = useState(0);
  const [works, setWorks] = useState<Readonly<Record<number, Work>>>({});
  const [sitting] = useState(() => new PracticeSitting());
  const body = useRef<HTMLDivElement>(null);
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  useEffect(() => () => void sitting.leave(), [sitting]);
  const questions = useMemo(
    () =>
      set.shuffle
        ? displayOrder(
            set.questions.map((one) => ({ ...one, id: String(one.versionId) })),
            seed,
          )
        : set.questions,
    [set, seed],
  );
  const question = questions[at];
  const work = (question && works[question.versionId]) ?? FRESH;
  const change = (to: Partial<Work>): void => {
    if (question) setWorks((before) => ({ ...before, [question.versionId]: { ...(before[question.versionId] ?? FRESH), ...to } }));
  };
  const submit = useMutation({
    mutationFn: (asked: PracticeQuestion) => answerQuestion(sitting, asked, work.answer, work.tries + 1, performance.now() - shownAt.current, copy),
    onSuccess: (result) => {
      change({ result, tries: work.tries + 1 });
      // The button that was pressed is disabled now and would take no key.
      body.current?.focus({ preventScroll: true });
    },
  });
  const go = (to: number): void => {
    setAt(to);
    shownAt.current = performance.now();
    submit.reset();
    body.current?.scrollTo({ top: 0 });
    body.current?.focus({ preventScroll: true });
  };
  if (!question)
    return (
      <End questions={set.questions} works={works} again={() => (void sitting.leave(), setWorks({}), setSeed(newUuid()), go(0))}>
        {end}
      </End>
    );
  const done = work.result?.key != null || question.shown.kind === 'text';
  const again = work.result !== null && !done;
  const known = currentPerson() !== null;
  const missed = work.result !== null && isRemembered(work.result.judged.verdict) && (work.tries > 1 || work.result.judged.verdict !== 'right');
  const byHand = (kind: 'add' | 'remove'): void => {
    change({ byHand: kind });
    void setInWrongBook(question, kind);
  };
  return (
    <>
      <div ref={body} className="practice" tabIndex={-1}>
        <p className="meta">
          第 {at + 1} 题，共 {questions.length} 题
        </p>
        <QuestionView
          key={`${question.versionId}/${seed}`}
          shown={question.shown}
          answer={work.answer}
          onChange={(answer) => change({ answer, result: null })}
          disabled={done || submit.isPending}
          order={seed}
          judged={work.result?.judged ?? null}
          keyPart={work.result?.key ?? null}
        />
        <output className="practice-note">
          {again
            ? '再试一次，不扣分；再答错就给出答案。'
            : work.byHand
              ? DONE_WORDS[work.byHand]
              : done && missed && known
                ? '已在错题本里，以后连着两次一次做对就移出。'
                : ''}
        </output>
        {submit.error ? (
          <p className="wrong" role="alert">
            {submit.error.message}
          </p>
        ) : null}
        {done && known && (wrongBook || isScored(question.shown)) && work.byHand === null && (wrongBook || !missed) ? (
          <button type="button" className="text-link practice-hand" onClick={() => byHand(wrongBook ? 'remove' : 'add')}>
            {HAND_WORDS[wrongBook ? 'remove' : 'add']}
          </button>
        ) : null}
      </div>
      <div className="practice-foot">
        <button type="button" className="button button-line" disabled={at === 0} onClick={() => go(at - 1)}>
          上一题
        </button>
        {done ? (
          <button type="button" className="button button-fill" onClick={() => go(at + 1)}>
            {at + 1 < questions.length ? '下一题' : '做完了'}
          </button>
        ) : (
          <>
            <button type="button" className="button button-line" onClick={() => go(at + 1)}>
              跳过
            </button>
            <button
              type="button"
              className="button button-fill"
              disabled={!isAnswered(work.answer) || again || submit.isPending}
              onClick={() => submit.mutate(question)}
            >
              {submit.isPending ? '正在判' : '提交'}
            </button>
          </>
        )}
      </div>
    </>
  );
}

interface EndProps {
  readonly questions: PracticeSet['questions'];
  readonly works: Readonly<Record<number, Work>>;
  readonly again: () => void;
  readonly children: ReactNode;
}

function End({ questions, works, again, children }: EndProps) {
  const asked = questions.filter(({ shown }) => shown.kind !== 'text');
  const right = asked.filter(({ versionId }) => works[versionId]?.result?.judged.verdict === 'right');
  const first = right.filter(({ versionId }) => works[versionId]?.tries === 1);
  const skipped = asked.filter(({ versionId }) => !works[versionId]?.tries);
  return (
    <div className="practice practice-end">
      <h2>
        {asked.length} 题里做对 {right.length} 题
      </h2>
      <p className="meta">
        一次做对 {first.length} 题{skipped.length > 0 ? `，还有 ${skipped.length} 题没有做` : ''}。
      </p>
      <button type="button" className="button button-fill button-tall" onClick={again}>
        再做一遍
      </button>
      {children}
    </div>
  );
}
