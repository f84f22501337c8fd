import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import type { markingList } from '../../../../contract/teaching/attempt.ts';
import type { DataOf } from '../../../../contract/endpoint.ts';
import type { QuestionKey, RubricRow, ShownQuestion } from '../../../../contract/textbook/question-kind.ts';
import { storeQueries } from '../../../api/query-cache.ts';
import { keepCode } from '../../../downloads/offline-code.ts';
import { QuestionView } from '../../../question-view/question-view.tsx';
import { NavBar } from '../../frame/nav-bar.tsx';
import { Empty, Failed, Stale } from '../../frame/state.tsx';
import { AnswerFiles } from '../answer/answer-files.tsx';
import { MarkForm } from './mark-form.tsx';
import { useWaitingMarks } from './use-waiting-marks.ts';
import { points } from '../score-words.ts';
import { TeachingSkeleton } from '../teaching-skeleton.tsx';
import { boardPath, oneMarking, PLATFORM } from '../teaching-queries.ts';
import '../teaching.css';
import '../attempt.css';

type Marking = DataOf<typeof markingList>;
type Waiting = Marking['answers'][number];

/** T7: answers that are marked by hand, one at a time, the same question of all students after each other. */
export function TeachMarkingScreen() {
  const assignmentId = Number(useParams()['assignmentId']);
  const found = useQuery(oneMarking(assignmentId));
  const marking = found.data;
  // Marking goes on without a network, also after a reload.
  useEffect(() => void keepCode('class'), []);
  useEffect(() => {
    if (marking) void storeQueries().catch(() => undefined);
  }, [marking]);
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
        <>
          <Stale error={found.error} />
          <Answers marking={marking} />
        </>
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
  const { userId, marks, read } = useWaitingMarks(marking.assignmentId);
  const here = marks.filter(({ rejected }) => rejected === '').length;
  const waiting = new Map(marks.map((mark) => [keyOf(mark), mark]));
  const isMarked = (each: Waiting): boolean => (waiting.get(keyOf(each)) ?? { points: each.manual }).points !== null;
  const comments = commentsOf(marking.answers);
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
  const done = list.filter(isMarked).length;
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
          {here > 0 ? `，${here} 份存在本机，联网后自动保存` : ''}
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
          userId={userId}
          assignmentId={marking.assignmentId}
          one={one}
          waiting={waiting.get(keyOf(one))}
          comments={comments}
          saved={read}
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

const COMMENTS = 6;
const COMMENT_LENGTH = 40;

/** Short comments of an assignment, the most frequent first. */
function commentsOf(answers: readonly Waiting[]): string[] {
  const counts = new Map<string, number>();
  for (const { feedback } of answers) {
    const words = feedback.trim();
    if (words !== '' && words.length <= COMMENT_LENGTH) counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, one], [, two]) => two - one)
    .slice(0, COMMENTS)
    .map(([words]) => words);
}
