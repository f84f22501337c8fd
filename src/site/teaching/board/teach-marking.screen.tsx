import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { markItem, type markingList } from '../../../../contract/teaching/attempt.ts';
import type { DataOf } from '../../../../contract/endpoint.ts';
import type { QuestionKey, RubricRow, ShownQuestion } from '../../../../contract/textbook/question-kind.ts';
import { call } from '../../../api/call.ts';
import { QuestionView } from '../../../question-view/question-view.tsx';
import { toast } from '../../frame/dialogs.ts';
import { NavBar } from '../../frame/nav-bar.tsx';
import { Empty, Failed } from '../../frame/state.tsx';
import { AnswerFiles } from '../answer/answer-files.tsx';
import { Wrong } from '../join-sheet.tsx';
import { points } from '../score-words.ts';
import { TeachingSkeleton } from '../teaching-skeleton.tsx';
import { boardPath, oneMarking, PLATFORM, refreshTeaching } from '../teaching-queries.ts';
import '../teaching.css';
import '../attempt.css';

type Marking = DataOf<typeof markingList>;
type Waiting = Marking['answers'][number];

/** T7: answers that are marked by hand, one at a time, the same question of all students after each other. */
export function TeachMarkingScreen() {
  const assignmentId = Number(useParams()['assignmentId']);
  const found = useQuery(oneMarking(assignmentId));
  const marking = found.data;
  return (
    <div className="attempt measure">
      <NavBar title={marking ? `批改 · ${marking.title}` : '批改'} otherwise={marking ? boardPath(assignmentId) : PLATFORM} />
      {found.isError && !marking ? (
        <Failed error={found.error} retry={() => void found.refetch()} to={PLATFORM} action="回到教学平台" />
      ) : !marking ? (
        <TeachingSkeleton />
      ) : marking.answers.length === 0 ? (
        <Empty drawing="lamp" title="都批改完了" reason="没有需要手工批改的作答。" to={boardPath(assignmentId)} action="看学情板" />
      ) : (
        <Answers marking={marking} />
      )}
    </div>
  );
}

const keyOf = ({ attemptId, itemId }: Pick<Waiting, 'attemptId' | 'itemId'>): string => `${attemptId} ${itemId}`;

function Answers({ marking }: { marking: Marking }) {
  // The order stays while marks come in: question by question, then by student.
  const [order] = useState(() =>
    marking.answers
      .toSorted((one, two) =>
        one.itemId < two.itemId ? -1 : one.itemId > two.itemId ? 1 : Number(one.manual !== null) - Number(two.manual !== null),
      )
      .map(keyOf),
  );
  const answers = new Map(marking.answers.map((one) => [keyOf(one), one]));
  const list = order.flatMap((key) => answers.get(key) ?? []);
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      list.findIndex(({ manual }) => manual === null),
    ),
  );
  const [anonymous, setAnonymous] = useState(false);
  const one = list[at];
  const item = marking.items.find(({ itemId }) => itemId === one?.itemId);
  const done = list.filter(({ manual }) => manual !== null).length;
  const move = (step: number) => setAt((before) => Math.max(0, Math.min(list.length - 1, before + step)));
  const key = useEffectEvent((event: KeyboardEvent) => {
    if (event.target instanceof HTMLElement && /^(TEXTAREA|INPUT|SELECT)$/.test(event.target.tagName)) return;
    if (event.key === 'ArrowRight') move(1);
    if (event.key === 'ArrowLeft') move(-1);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => key(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  if (!one || !item) return null;
  return (
    <>
      <div className="attempt-status">
        <output>
          {done}/{list.length} 已批改
        </output>
        <label className="teach-tick">
          <input type="checkbox" checked={anonymous} onChange={(event) => setAnonymous(event.target.checked)} />
          <span>隐藏姓名</span>
        </label>
      </div>
      <section className="attempt-question" aria-label="作答">
        <p className="attempt-no">
          第 {at + 1} 份 · {anonymous ? '匿名' : `${one.memberName} ${one.studentNo}`} · 满分 {points(one.points)}
        </p>
        <QuestionView
          key={keyOf(one)}
          shown={item.shown as ShownQuestion}
          answer={one.answer}
          onChange={() => undefined}
          disabled
          order=""
          keyPart={item.key as QuestionKey}
        />
        <AnswerFiles key={`files ${keyOf(one)}`} attemptKey={one.attemptKey} answer={one.answer} />
        {one.others.length > 0 ? <p className="meta">这位学生在另一台设备上还有一份答案，见“学情板”里的作答。</p> : null}
        <MarkForm
          key={`form ${keyOf(one)}`}
          one={one}
          rubric={rubricOf(item.key as QuestionKey)}
          next={() => move(1)}
          previous={() => move(-1)}
          last={at === list.length - 1}
          first={at === 0}
        />
      </section>
    </>
  );
}

const rubricOf = (key: QuestionKey): readonly RubricRow[] => (key.kind === 'short' || key.kind === 'upload' ? key.rubric : []);

function MarkForm({
  one,
  rubric,
  next,
  previous,
  first,
  last,
}: {
  one: Waiting;
  rubric: readonly RubricRow[];
  next: () => void;
  previous: () => void;
  first: boolean;
  last: boolean;
}) {
  const [score, setScore] = useState(one.manual === null ? '' : points(one.manual));
  const [taps, setTaps] = useState<Record<string, number>>(one.rubric);
  const [feedback, setFeedback] = useState(one.feedback);
  const [error, setError] = useState<Error | null>(null);
  const [busy, setBusy] = useState(false);
  const tap = (row: RubricRow, value: number) => {
    const all = { ...taps, [row.id]: value };
    setTaps(all);
    setScore(
      points(
        Math.min(
          one.points,
          Object.values(all).reduce((sum, part) => sum + part, 0),
        ),
      ),
    );
  };
  const save = async () => {
    setBusy(true);
    setError(null);
    try {
      const hundredths = score.trim() === '' ? null : Math.round(Number(score) * 100);
      await call(markItem, { body: { attemptId: one.attemptId, itemId: one.itemId, points: hundredths, rubric: taps, feedback } });
      await refreshTeaching();
      void toast('已保存');
      next();
    } catch (failure) {
      setError(failure instanceof Error ? failure : new Error('保存失败，请稍后再试'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="teach-form mark-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {rubric.map((row) => (
        <fieldset key={row.id}>
          <legend>
            {row.name}（{points(row.points)} 分）
          </legend>
          {(row.steps.length > 0
            ? row.steps
            : [
                { points: row.points, text: '达到' },
                { points: 0, text: '没有达到' },
              ]
          ).map((step) => (
            <label key={`${step.points} ${step.text}`} className="chip">
              <input
                type="radio"
                className="unseen"
                name={`rubric ${row.id}`}
                checked={taps[row.id] === step.points}
                onChange={() => tap(row, step.points)}
              />
              <span>
                {step.text} {points(step.points)}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <div className="teach-pair">
        <label>
          得分（满分 {points(one.points)}）
          <input
            type="number"
            inputMode="decimal"
            min={0}
            max={one.points / 100}
            step="0.01"
            value={score}
            onChange={(event) => setScore(event.target.value)}
          />
        </label>
      </div>
      <label>
        评语
        <textarea rows={3} maxLength={1_000} value={feedback} onChange={(event) => setFeedback(event.target.value)} />
      </label>
      <Wrong error={error} />
      <div className="attempt-foot">
        <button type="button" className="button button-line" disabled={first} onClick={previous}>
          上一份
        </button>
        <button type="button" className="button button-line" disabled={last} onClick={next}>
          跳过
        </button>
        <button type="submit" className="button button-fill" disabled={busy}>
          {busy ? '正在保存…' : last ? '保存' : '保存，下一份'}
        </button>
      </div>
    </form>
  );
}
