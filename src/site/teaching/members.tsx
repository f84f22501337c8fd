import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { memberAction, type ClassDetail, type ClassMember, type MEMBER_ACTIONS } from '../../../contract/teaching/course-class.ts';
import { courseClassMachine } from '../../../contract/teaching/course-class.machine.ts';
import { MEMBER_ROLES, MEMBER_STATES } from '../../../contract/teaching/teaching-limits.ts';
import { call } from '../../api/call.ts';
import { loadable } from '../../loading/loadable.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { Empty, Failed } from '../frame/state.tsx';
import { RosterSheet } from './roster-sheet.tsx';
import { percent } from './score-words.ts';
import { TeachingSkeleton } from './teaching-skeleton.tsx';
import { memberList, PLATFORM, refreshTeaching } from './teaching-queries.ts';

const ClassSeats = loadable(async () => (await import('./class-seats.tsx')).ClassSeats);

type Action = (typeof MEMBER_ACTIONS)[number];
const LABELS: Readonly<Record<Action, string>> = { accept: '同意', remove: '移出', restore: '恢复', assistant: '设为助教', student: '取消助教' };

function actionsOf({ status, role, claimed }: ClassMember): Action[] {
  if (status === 'waiting') return ['accept', 'remove'];
  if (status === 'left' || status === 'removed') return ['restore'];
  return role === 'assistant' ? ['student', 'remove'] : [...(claimed ? ['assistant' as const] : []), 'remove'];
}

/** The members of a class: all with their totals for its teacher, oneself and perhaps the names of the others for a student. */
export function Members({ group }: { group: ClassDetail }) {
  const [importing, setImporting] = useState(false);
  const list = useQuery(memberList(group.classId));
  const teacher = group.role === 'teacher';
  const act = async ({ memberId, memberName }: ClassMember, action: Action) => {
    if (action === 'remove' && !(await confirm(`移出${memberName}`, '作答和成绩会保留，之后可以恢复；班级给的席位会收回。', '移出'))) return;
    await call(memberAction, { params: { memberId }, body: { action } }).then(() => toast('已处理'), toastError);
    await refreshTeaching();
  };
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} to={PLATFORM} action="回到教学平台" />;
  if (!list.data) return <TeachingSkeleton />;
  return (
    <>
      {teacher ? (
        <>
          <div className="teach-acts teach-bar">
            <button type="button" className="button button-wash" onClick={() => setImporting(true)}>
              导入名单
            </button>
          </div>
          <ClassSeats classId={group.classId} live={courseClassMachine.groups.live.includes(group.status)} members={list.data} />
        </>
      ) : null}
      {list.data.length === 0 ? (
        <Empty drawing="lamp" title="还没有成员" reason="把班级码发给学生，或先导入名单。" />
      ) : (
        <ul className="teach-list">
          {list.data.map((one) => (
            <li key={one.memberId} className="teach-member">
              <span className="teach-grow">
                <b>{one.memberName}</b>
                {one.own ? <span className="meta">（我）</span> : null}
                <span className="meta teach-line">
                  {[
                    one.studentNo,
                    one.role === 'student' ? '' : MEMBER_ROLES[one.role],
                    one.status === 'active' ? (one.claimed ? '' : '未加入') : MEMBER_STATES[one.status],
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
              {one.total === null ? null : (
                <span>
                  总评 <b>{percent(one.total)}</b>
                </span>
              )}
              {teacher && !one.own
                ? actionsOf(one).map((action) => (
                    <button
                      key={action}
                      type="button"
                      className={`button ${action === 'accept' ? 'button-fill' : 'button-line'}`}
                      onClick={() => void act(one, action)}
                    >
                      {LABELS[action]}
                      <span className="unseen">{one.memberName}</span>
                    </button>
                  ))
                : null}
            </li>
          ))}
        </ul>
      )}
      {importing ? <RosterSheet classId={group.classId} close={() => setImporting(false)} /> : null}
    </>
  );
}
