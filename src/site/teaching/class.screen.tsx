import { useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { addAssignment, gradeSheet } from '../../../contract/teaching/assignment.ts';
import { assignmentMachine } from '../../../contract/teaching/assignment.machine.ts';
import { classEvent, leaveClass, renewJoinCode, type ClassDetail } from '../../../contract/teaching/course-class.ts';
import { courseClassMachine, type COURSE_CLASS_EVENTS } from '../../../contract/teaching/course-class.machine.ts';
import { deadlineText } from '../../../contract/deadline.ts';
import { call } from '../../api/call.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { loadable } from '../../loading/loadable.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { More } from '../frame/load-more.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { AssignmentRow } from './assignment-row.tsx';
import { ClassQuestions } from './class-questions.tsx';
import { ClassSheet } from './class-sheet.tsx';
import { HandOverSheet } from './hand-over-sheet.tsx';
import { Members } from './members.tsx';
import { newAssignment } from './new-assignment.ts';
import { PackCard } from './pack-card.tsx';
import { ReasonSheet } from './reason-sheet.tsx';
import { StateTag } from './state-tag.tsx';
import { TeachingSkeleton } from './teaching-skeleton.tsx';
import { assignmentList, boardPath, editPath, markingPath, oneClass, PLATFORM, refreshTeaching } from './teaching-queries.ts';
import { UnsentNote } from './unsent-note.tsx';
import './teaching.css';

type Step = (typeof COURSE_CLASS_EVENTS)[number];
const JoinCodeSheet = loadable(async () => (await import('./join-code-sheet.tsx')).JoinCodeSheet);
const ClassNotesTab = loadable(async () => (await import('./class-notes-tab.tsx')).ClassNotesTab, <TeachingSkeleton />);
const LearningTab = loadable(async () => (await import('./learning-tab.tsx')).LearningTab, <TeachingSkeleton />);
const MaterialsTab = loadable(async () => (await import('./materials-tab.tsx')).MaterialsTab, <TeachingSkeleton />);

type Tab = 'work' | 'learning' | 'notes' | 'materials' | 'questions' | 'members';
const TABS: readonly (readonly [Tab, string])[] = [
  ['work', '作业'],
  ['learning', '学习进度'],
  ['notes', '批注'],
  ['materials', '资料'],
  ['questions', '提问'],
  ['members', '成员'],
];

/** T1: a class with its assignments and members; for its teacher with the code to join. */
export function ClassScreen() {
  const classId = Number(useParams()['classId']);
  const [search, setSearch] = useSearchParams();
  const found = useQuery(oneClass(classId));
  const group = found.data;
  const tabs = TABS.filter(([one]) => one !== 'questions' || (group !== undefined && group.role !== 'student'));
  const tab = tabs.find(([one]) => one === search.get('tab'))?.[0] ?? 'work';
  return (
    <div className="teach measure">
      <NavBar title={group?.className ?? '班级'} otherwise={PLATFORM} />
      {found.isError && !group ? (
        <Failed error={found.error} retry={() => void found.refetch()} to={PLATFORM} action="回到教学平台" />
      ) : !group ? (
        <TeachingSkeleton />
      ) : (
        <>
          <Stale error={found.error} />
          <ClassHead group={group} />
          {group.role === 'student' && courseClassMachine.groups.live.includes(group.status) ? <PackCard group={group} /> : null}
          <div className="tabs" role="tablist" aria-label="班级">
            {tabs.map(([one, name]) => (
              <button
                key={one}
                type="button"
                role="tab"
                id={`class-tab-${one}`}
                aria-selected={tab === one}
                aria-controls="class-panel"
                onClick={() => setSearch(one === 'work' ? {} : { tab: one }, { replace: true })}
              >
                {name}
                {one === 'members' && group.waiting > 0 ? ` ${group.waiting}` : ''}
              </button>
            ))}
          </div>
          <div id="class-panel" role="tabpanel" aria-labelledby={`class-tab-${tab}`}>
            {tab === 'work' ? <Assignments group={group} /> : null}
            {tab === 'learning' ? <LearningTab group={group} /> : null}
            {tab === 'notes' ? <ClassNotesTab group={group} /> : null}
            {tab === 'materials' ? <MaterialsTab group={group} /> : null}
            {tab === 'questions' ? <ClassQuestions classId={classId} /> : null}
            {tab === 'members' ? <Members group={group} /> : null}
          </div>
        </>
      )}
    </div>
  );
}

function ClassHead({ group }: { group: ClassDetail }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'edit' | 'hand' | 'code' | Step | null>(null);
  const teacher = group.role === 'teacher';
  const step = async (event: Step, reason = '') => {
    await call(classEvent, { params: { classId: group.classId, event }, body: { reason } });
    await refreshTeaching();
    void toast(`已${courseClassMachine.events[event].label}`);
  };
  const act = async (event: Step) => {
    const { label, consequence, reason } = courseClassMachine.events[event];
    if (reason) return setOpen(event);
    if (consequence && !(await confirm(label, consequence, label))) return undefined;
    return step(event).catch(toastError);
  };
  const leave = async () => {
    if (!(await confirm('退出班级', '老师不再看到您的学习情况；作答和成绩会保留，再次加入时恢复；班级给的席位会收回。', '退出'))) return;
    await call(leaveClass, { params: { classId: group.classId } }).then(async () => {
      await refreshTeaching();
      void navigate(PLATFORM, { replace: true });
    }, toastError);
  };
  const renew = async () => {
    if (!(await confirm('更换班级码', '原来的班级码马上失效，已加入的学生不受影响。', '更换'))) return;
    await call(renewJoinCode, { params: { classId: group.classId } }).then(() => refreshTeaching(), toastError);
  };
  return (
    <section className="teach-head">
      <p className="teach-row-head">
        <span>
          {group.courseName} · {group.teacherName}
        </span>
        <StateTag machine={courseClassMachine} status={group.status} />
      </p>
      <p className="meta">
        {group.memberCount} 名学生
        {group.textbooks.map(({ publishId, title }) => (
          <span key={publishId}>
            {' · '}
            <Link to={`/cms/main/bookDetail/${publishId}`}>《{title}》</Link>
          </span>
        ))}
      </p>
      {group.joinCode !== '' && group.joinOpen === '1' && courseClassMachine.groups.live.includes(group.status) ? (
        <p className="teach-join">
          班级码 <b className="teach-code">{group.joinCode}</b>
          <button
            type="button"
            className="button button-wash"
            onClick={() =>
              void navigator.clipboard.writeText(group.joinCode).then(
                () => toast('班级码已复制'),
                () => toast('复制不了，请手动抄写'),
              )
            }
          >
            复制
          </button>
          {teacher ? (
            <>
              <button type="button" className="button button-line" onClick={() => setOpen('code')}>
                二维码
              </button>
              <button type="button" className="button button-line" onClick={() => void renew()}>
                更换
              </button>
            </>
          ) : null}
        </p>
      ) : null}
      <div className="teach-acts">
        {group.can.map((event) => (
          <button key={event} type="button" className={`button ${event === 'open' ? 'button-fill' : 'button-line'}`} onClick={() => void act(event)}>
            {courseClassMachine.events[event].label}
          </button>
        ))}
        {teacher ? (
          <>
            <button type="button" className="button button-line" onClick={() => setOpen('edit')}>
              班级设置
            </button>
            <button type="button" className="button button-line" onClick={() => setOpen('hand')}>
              移交
            </button>
          </>
        ) : (
          <button type="button" className="button button-line" onClick={() => void leave()}>
            退出班级
          </button>
        )}
      </div>
      {open === 'edit' ? <ClassSheet courseId={group.courseId} group={group} close={() => setOpen(null)} /> : null}
      {open === 'hand' ? <HandOverSheet group={group} close={() => setOpen(null)} /> : null}
      {open === 'code' ? <JoinCodeSheet group={group} close={() => setOpen(null)} /> : null}
      {open !== null && open !== 'edit' && open !== 'hand' && open !== 'code' ? (
        <ReasonSheet
          title={courseClassMachine.events[open].label}
          note={courseClassMachine.events[open].consequence ?? ''}
          send={(reason) => step(open, reason)}
          close={() => setOpen(null)}
        />
      ) : null}
    </section>
  );
}

function Assignments({ group }: { group: ClassDetail }) {
  const navigate = useNavigate();
  const list = useInfiniteQuery(assignmentList({ classId: group.classId }));
  const staff = group.role !== 'student';
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const make = () =>
    call(addAssignment, { body: { ...newAssignment(), classId: group.classId } }).then(
      ({ assignmentId }) => navigate(editPath(assignmentId)),
      toastError,
    );
  const live = courseClassMachine.groups.live.includes(group.status);
  return (
    <>
      <UnsentNote />
      <div className="teach-acts teach-bar">
        {group.role === 'teacher' && live ? (
          <button type="button" className="button button-fill" onClick={() => void make()}>
            布置作业
          </button>
        ) : null}
        {staff ? (
          <button
            type="button"
            className="button button-line"
            onClick={() =>
              void receiveFile({ method: gradeSheet.method, path: gradeSheet.path.replace('{classId}', String(group.classId)) }).catch(toastError)
            }
          >
            导出成绩
          </button>
        ) : null}
      </div>
      {list.isError && !list.data ? (
        <Failed error={list.error} retry={() => void list.refetch()} to={PLATFORM} action="回到教学平台" />
      ) : !list.data ? (
        <TeachingSkeleton />
      ) : rows.length === 0 ? (
        <Empty drawing="lamp" title="还没有作业" reason={staff ? '从教材里挑几道题，布置第一份作业。' : '老师布置作业后，会在这里出现。'} />
      ) : (
        <ul className="teach-list">
          {rows.map((one) =>
            staff ? (
              <li key={one.assignmentId}>
                <div className="teach-row">
                  <Link className="teach-row-head" to={one.status === 'draft' ? editPath(one.assignmentId) : boardPath(one.assignmentId)}>
                    <b className="serif one-line">{one.title}</b>
                    <StateTag machine={assignmentMachine} status={one.status} />
                  </Link>
                  <span className="meta teach-line">
                    {deadlineText(one.dueAt)} 截止 · 已交 {one.handedIn}/{one.students}
                  </span>
                  {one.status === 'draft' ? null : (
                    <span className="teach-acts">
                      <Link className="button button-wash" to={markingPath(one.assignmentId)}>
                        批改{one.toMark > 0 ? ` ${one.toMark}` : ''}
                      </Link>
                      <Link className="button button-line" to={editPath(one.assignmentId)}>
                        设置
                      </Link>
                    </span>
                  )}
                </div>
              </li>
            ) : (
              <AssignmentRow key={one.assignmentId} one={one} />
            ),
          )}
        </ul>
      )}
      {staff ? null : <More list={list} end="没有更多作业了" />}
    </>
  );
}
