import { deadlineText } from '../../../../contract/deadline.ts';
import { assignmentMachine } from '../../../../contract/teaching/assignment.machine.ts';
import type { AssignmentDetail } from '../../../../contract/teaching/assignment.ts';
import { attemptMachine } from '../../../../contract/teaching/attempt.machine.ts';
import { ASSIGNMENT_MODES, ATTEMPT_FLAGS, SCORE_POLICIES, SHOW_TIMES } from '../../../../contract/teaching/teaching-limits.ts';
import { Link } from 'react-router-dom';
import { gradeWords, percent, points } from '../score-words.ts';
import { StateTag } from '../state-tag.tsx';
import { boardPath, classPath } from '../teaching-queries.ts';
import { UnsentNote } from '../unsent-note.tsx';

interface Props {
  readonly one: AssignmentDetail;
  readonly busy: boolean;
  readonly begin: () => void;
  readonly show: (attemptKey: string) => void;
}

/** The rules in plain words, what to do now, and the attempts so far. */
export function AssignmentRules({ one, busy, begin, show }: Props) {
  const going = one.own.find(({ status }) => status === 'doing');
  const done = one.own.filter(({ status }) => status !== 'doing');
  return (
    <>
      <UnsentNote />
      <section className="teach-head">
        <p className="teach-row-head">
          <Link to={classPath(one.classId)}>
            {one.courseName} · {one.className}
          </Link>
          <StateTag machine={assignmentMachine} status={one.status} />
        </p>
        {one.grade === 'none' ? null : <p className="teach-grade">{gradeWords(one.grade, one.score, one.full)}</p>}
        {one.lateBy > 0 ? <p className="meta">迟交 {one.lateBy} 天</p> : null}
        {/* oxlint-disable-next-line react/no-danger -- sanitised by the server when the teacher saved it */}
        {one.intro ? <div className="rich-text" dangerouslySetInnerHTML={{ __html: one.intro }} /> : null}
        <dl className="teach-facts">
          <Fact name="截止">
            {deadlineText(one.dueAt)}
            {one.extended ? '（老师给您延期）' : ''}
            {otherZone() ? '（北京时间）' : ''}
          </Fact>
          <Fact name="题目">
            {ASSIGNMENT_MODES[one.mode]}，{one.itemCount} 题，满分 {points(one.full)} 分
          </Fact>
          <Fact name="机会">
            {one.attempts === 0 ? '不限次数' : `${one.attempts} 次`}
            {one.attempts === 1 ? '' : `，${SCORE_POLICIES[one.policy]}`}
          </Fact>
          {one.limitMin > 0 ? <Fact name="限时">{one.limitMin} 分钟，开始后不能暂停，到时自动交</Fact> : null}
          <Fact name="迟交">
            {one.lateDays === 0
              ? '不能迟交'
              : `可迟交 ${one.lateDays} 天${one.latePenaltyBp > 0 ? `，每迟一天扣满分的 ${percent(one.latePenaltyBp)}` : ''}`}
          </Fact>
          <Fact name="公布">
            得分{SHOW_TIMES[one.showScore]}公布，答案{SHOW_TIMES[one.showKey]}公布
          </Fact>
        </dl>
        {one.role === 'student' ? (
          <div className="teach-acts">
            {going || one.fault === '' ? (
              <button type="button" className="button button-fill button-tall" disabled={busy} onClick={begin}>
                {busy ? '正在打开…' : going ? '继续作答' : done.length > 0 ? '再做一次' : '开始'}
              </button>
            ) : (
              <p className="teach-none">
                {one.status === 'scheduled' ? `${one.openAt}开始` : one.fault === '作业已截止' ? `作业已于${one.dueAt}截止` : one.fault}
              </p>
            )}
          </div>
        ) : (
          <div className="teach-acts">
            <Link className="button button-fill button-tall" to={boardPath(one.assignmentId)}>
              看学情板
            </Link>
          </div>
        )}
      </section>
      {done.length > 0 ? (
        <section aria-labelledby="own-attempts">
          <h2 id="own-attempts" className="teach-title">
            我的作答
          </h2>
          <ul className="teach-list">
            {done.map((attempt) => (
              <li key={attempt.attemptId}>
                <button type="button" className="teach-row" onClick={() => show(attempt.attemptKey)}>
                  <span className="teach-row-head">
                    <b>第 {attempt.no} 次</b>
                    <span className="teach-state" data-tone={attemptMachine.states[attempt.status].tone}>
                      {attempt.score === null ? attemptMachine.states[attempt.status].label : `${points(attempt.score)} 分`}
                    </span>
                  </span>
                  <span className="meta teach-line">
                    {attempt.endedAt.slice(0, 16)} 交{attempt.flags.map((flag) => ` · ${ATTEMPT_FLAGS[flag]}`).join('')}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Whether the device has another zone than Shanghai, so that a time must say which one it is. */
const otherZone = (): boolean => new Date().getTimezoneOffset() !== -480;
