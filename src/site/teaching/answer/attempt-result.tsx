import { useQuery } from '@tanstack/react-query';
import { ATTEMPT_FLAGS } from '../../../../contract/teaching/teaching-limits.ts';
import { attemptMachine } from '../../../../contract/teaching/attempt.machine.ts';
import type { AttemptResult, ResultItem } from '../../../../contract/teaching/attempt.ts';
import type { Judged, QuestionKey, ShownQuestion } from '../../../../contract/textbook/question-kind.ts';
import { QuestionView } from '../../../question-view/question-view.tsx';
import { NavBar } from '../../frame/nav-bar.tsx';
import { Failed } from '../../frame/state.tsx';
import { AnswerFiles } from './answer-files.tsx';
import { AskTeacher } from './ask-teacher.tsx';
import { AttemptActions } from './attempt-actions.tsx';
import { points } from '../score-words.ts';
import { TeachingSkeleton } from '../teaching-skeleton.tsx';
import { assignmentPath, boardPath, oneResult, PLATFORM } from '../teaching-queries.ts';

/** One attempt with its answers; scores, keys and explanations by the rules of the assignment. */
export function AttemptResultView({ attemptKey }: { attemptKey: string }) {
  const found = useQuery(oneResult(attemptKey));
  const one = found.data;
  return (
    <div className="attempt measure">
      <NavBar
        title={one ? `${one.title} · 第${one.no}次` : '作答'}
        otherwise={one ? (one.memberName ? boardPath(one.assignmentId) : assignmentPath(one.assignmentId)) : PLATFORM}
      />
      {found.isError && !one ? (
        <Failed error={found.error} retry={() => void found.refetch()} to={PLATFORM} action="回到教学平台" />
      ) : one ? (
        <Result one={one} />
      ) : (
        <TeachingSkeleton />
      )}
    </div>
  );
}

function Result({ one }: { one: AttemptResult }) {
  return (
    <>
      <section className="teach-head">
        {one.memberName ? <p className="teach-chosen">{one.memberName}</p> : null}
        <p className="teach-grade">{scoreLine(one)}</p>
        <p className="meta">
          {one.endedAt ? `${one.endedAt.slice(0, 16)} 交` : `${one.begunAt.slice(0, 16)} 开始`}
          {one.flags.map((flag) => ` · ${ATTEMPT_FLAGS[flag]}`).join('')}
          {one.lateDays > 0 && one.rawScore !== null && one.score !== null ? ` · 迟交${one.lateDays}天，原得分 ${points(one.rawScore)}` : ''}
        </p>
        {one.score === null && one.status !== 'doing' && !one.memberName ? <p className="meta">得分还没有公布。</p> : null}
        <AttemptActions one={one} />
      </section>
      <ol className="attempt-answers">
        {one.items.map((item) => (
          <li key={item.itemId} className="card">
            <p className="attempt-no">
              第 {item.no} 题
              {item.points > 0 ? ` · ${item.score === null ? `${points(item.points)} 分` : `${points(item.score)} / ${points(item.points)} 分`}` : ''}
            </p>
            <QuestionView
              shown={item.shown as ShownQuestion}
              answer={item.answer}
              onChange={() => undefined}
              disabled
              order={one.shuffleOptions ? one.seed : ''}
              judged={judgedOf(item)}
              keyPart={item.key as QuestionKey | null}
            />
            <AnswerFiles attemptKey={one.attemptKey} answer={item.answer} />
            {one.status === 'doing' ? null : (
              <AskTeacher attemptId={one.attemptId} itemId={item.itemId} no={item.no} mayAsk={one.memberName === ''} />
            )}
            {item.feedback ? (
              <p className="attempt-feedback">
                <b>评语</b> {item.feedback}
              </p>
            ) : null}
          </li>
        ))}
      </ol>
    </>
  );
}

const judgedOf = ({ verdict, score, parts }: ResultItem): Judged | null => (verdict === '' || score === null ? null : { verdict, score, parts });

/** A sum that still lacks marks by hand says so. */
const scoreLine = ({ score, full, status }: AttemptResult): string =>
  score === null ? attemptMachine.states[status].label : `${status === 'submitted' ? '待批改，目前 ' : ''}${points(score)} / ${points(full)} 分`;
