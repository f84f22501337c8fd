import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { dailyCount } from '../../../contract/teaching/daily-review.ts';
import { courseClassMachine } from '../../../contract/teaching/course-class.machine.ts';
import { MEMBER_STATES } from '../../../contract/teaching/teaching-limits.ts';
import type { ClassCard } from '../../../contract/teaching/course-class.ts';
import { deadlineText } from '../../../contract/deadline.ts';
import { wrongCount } from '../../../contract/textbook/practice.ts';
import { DAILY_REVIEW_PATH, PRACTICE_PATH, WRONG_PATH } from '../../../contract/textbook/practice-path.ts';
import { queryOf } from '../../api/query-client.ts';
import { SectionHead } from '../frame/section-head.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { AssignmentRow } from './assignment-row.tsx';
import { StateTag } from './state-tag.tsx';
import { TeachingSkeleton } from './teaching-skeleton.tsx';
import { assignmentList, classList, classPath } from './teaching-queries.ts';
import { UnsentNote } from './unsent-note.tsx';

/** What a student has to do, soonest first, and the classes. */
export function Learning({ join }: { join: () => void }) {
  const classes = useQuery(classList);
  const due = useInfiniteQuery(assignmentList({ state: 'todo' }));
  const todo = due.data?.pages.flatMap((page) => page.rows) ?? [];
  const own = classes.data?.filter(({ role }) => role !== 'teacher') ?? [];
  if (classes.isError && !classes.data) return <Failed error={classes.error} retry={() => void classes.refetch()} />;
  if (!classes.data) return <TeachingSkeleton />;
  return (
    <>
      <Stale error={classes.error} />
      <UnsentNote />
      <OwnPractice />
      {own.length === 0 ? (
        <Empty drawing="lamp" title="还没有加入班级" reason="向老师要六位的班级码，输入后就能看到作业。">
          <button type="button" className="button button-fill button-tall" onClick={join}>
            输入班级码
          </button>
        </Empty>
      ) : (
        <>
          <SectionHead title="要做的" note={todo.length === 0 ? '' : `${due.data?.pages[0]?.total ?? todo.length} 份`} />
          {todo.length === 0 ? (
            <p className="teach-none">没有要交的作业。</p>
          ) : (
            <ul className="teach-list">
              {todo.map((one) => (
                <AssignmentRow key={one.assignmentId} one={one} withClass />
              ))}
            </ul>
          )}
          <SectionHead title="我的班级" />
          <ul className="teach-cards">
            {own.map((one) => (
              <ClassCardView key={one.classId} one={one} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

/** The way to the review of the day, the wrong book and the exercises, with the numbers of questions. */
function OwnPractice() {
  const { data } = useQuery({ ...queryOf(wrongCount, {}), staleTime: 0 });
  const daily = useQuery({ ...queryOf(dailyCount, {}), staleTime: 0 });
  return (
    <p className="teach-practice">
      <Link className={daily.data && daily.data.total > 0 ? 'button button-fill' : 'button button-wash'} to={DAILY_REVIEW_PATH}>
        今日复习{daily.data && daily.data.total > 0 ? ` ${daily.data.total}` : ''}
      </Link>
      <Link className="button button-wash" to={WRONG_PATH}>
        错题本{data && data.total > 0 ? ` ${data.total}` : ''}
      </Link>
      <Link className="button button-line" to={PRACTICE_PATH}>
        我的练习
      </Link>
    </p>
  );
}

function ClassCardView({ one }: { one: ClassCard }) {
  const waits = one.memberStatus === 'waiting';
  const words = (
    <>
      <span className="teach-row-head">
        <b className="serif one-line">{one.className}</b>
        {waits ? <span className="teach-state">{MEMBER_STATES.waiting}</span> : <StateTag machine={courseClassMachine} status={one.status} />}
      </span>
      <span className="meta teach-line">
        {one.courseName} · {one.teacherName}
        {one.role === 'assistant' ? ' · 助教' : ''}
      </span>
      <span className="teach-line">
        {waits
          ? '等老师同意您加入'
          : one.role === 'assistant'
            ? `待批改 ${one.toMark}`
            : one.due > 0
              ? `要交 ${one.due} 份，最近 ${deadlineText(one.nextDue)}`
              : '没有要交的作业'}
      </span>
    </>
  );
  return (
    <li>
      {waits ? (
        <div className="card teach-card">{words}</div>
      ) : (
        <Link className="card teach-card" to={classPath(one.classId)}>
          {words}
        </Link>
      )}
    </li>
  );
}
