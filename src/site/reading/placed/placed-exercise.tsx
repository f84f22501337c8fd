import { useMemo, useRef, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReaderSet } from '../../../../contract/textbook/exercise.ts';
import { displayOrder } from '../../../../contract/textbook/display-order.ts';
import { isAnswered } from '../../../../contract/textbook/answer-shape.ts';
import type { Answer } from '../../../../contract/textbook/question-kind.ts';
import { QuestionView } from '../../../question-view/question-view.tsx';
import { Skeleton } from '../../frame/skeleton.tsx';
import { Failed } from '../../frame/state.tsx';
import type { Opening } from '../session/opening.ts';
import { loadSet, type Tried, tryAnswer } from './practice.ts';

interface Work {
  readonly answer: Answer;
  readonly tries: number;
  readonly result: Tried | null;
}
const FRESH: Work = { answer: null, tries: 0, result: null };

/** One question a view: a try, a second one without penalty, then the key and the explanation. Nothing counts. */
export function PlacedExercise({ setId, opening }: { setId: number; opening: Opening }) {
  const set = useQuery({ queryKey: ['exercise', setId, opening.editionId], queryFn: () => loadSet(opening, setId), retry: false });
  if (set.isError) return <Failed error={set.error} retry={() => void set.refetch()} />;
  if (!set.data)
    return (
      <div className="placed-exercise" aria-busy="true">
        <Skeleton height={24} />
        <Skeleton height={160} top={16} />
      </div>
    );
  return <Practice key={setId} set={set.data} opening={opening} />;
}

function Practice({ set, opening }: { set: ReaderSet; opening: Opening }) {
  const [seed, setSeed] = useState(() => crypto.randomUUID());
  const [at, setAt] = useState(0);
  const [works, setWorks] = useState<Readonly<Record<number, Work>>>({});
  const body = useRef<HTMLDivElement>(null);
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
    mutationFn: (versionId: number) => tryAnswer(opening, { setId: set.setId, versionId, answer: work.answer, attempt: work.tries + 1 }),
    onSuccess: (result) => change({ result, tries: work.tries + 1 }),
  });
  const go = (to: number): void => {
    setAt(to);
    submit.reset();
    body.current?.scrollTo({ top: 0 });
    body.current?.focus({ preventScroll: true });
  };
  if (!question) return <End questions={set.questions} works={works} again={() => (setWorks({}), setSeed(crypto.randomUUID()), go(0))} />;
  const done = work.result?.key != null || question.shown.kind === 'text';
  const again = work.result !== null && !done;
  return (
    <>
      <div ref={body} className="placed-exercise" tabIndex={-1}>
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
        <output className="placed-exercise-note">{again ? '再试一次，不扣分；再答错就给出答案。' : ''}</output>
        {submit.error ? (
          <p className="wrong" role="alert">
            {submit.error.message}
          </p>
        ) : null}
      </div>
      <div className="placed-exercise-foot">
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
              onClick={() => submit.mutate(question.versionId)}
            >
              {submit.isPending ? '正在判' : '提交'}
            </button>
          </>
        )}
      </div>
    </>
  );
}

function End({ questions, works, again }: { questions: ReaderSet['questions']; works: Readonly<Record<number, Work>>; again: () => void }) {
  const asked = questions.filter(({ shown }) => shown.kind !== 'text');
  const right = asked.filter(({ versionId }) => works[versionId]?.result?.judged.verdict === 'right');
  const first = right.filter(({ versionId }) => works[versionId]?.tries === 1);
  const skipped = asked.filter(({ versionId }) => !works[versionId]?.result);
  return (
    <div className="placed-exercise placed-exercise-end">
      <h3>
        {asked.length} 题里做对 {right.length} 题
      </h3>
      <p className="meta">
        一次做对 {first.length} 题{skipped.length > 0 ? `，还有 ${skipped.length} 题没有做` : ''}。
      </p>
      <button type="button" className="button button-fill button-tall" onClick={again}>
        再做一遍
      </button>
    </div>
  );
}
