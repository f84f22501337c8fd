import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { courseClassMachine } from '../../../contract/teaching/course-class.machine.ts';
import { removeCourse, type CourseCard } from '../../../contract/teaching/course.ts';
import { call } from '../../api/call.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { Empty, Failed, Stale } from '../frame/state.tsx';
import { ClassSheet } from './class-sheet.tsx';
import { CopySheet } from './copy-sheet.tsx';
import { CourseSheet } from './course-sheet.tsx';
import { StateTag } from './state-tag.tsx';
import { TeachingSkeleton } from './teaching-skeleton.tsx';
import { classPath, courseList, refreshTeaching } from './teaching-queries.ts';

/** The courses of a teacher with their classes; for others the way to become one. */
export function Teaching({ teaches, make }: { teaches: boolean; make: () => void }) {
  const list = useQuery({ ...courseList, enabled: teaches });
  if (!teaches)
    return (
      <Empty
        drawing="lamp"
        title="申请成为教师"
        reason="上传工作证或教师资格证，审核通过后就能开课、布置作业。"
        to="/personalCenter/roleApply"
        action="去申请"
      />
    );
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} />;
  if (!list.data) return <TeachingSkeleton />;
  if (list.data.length === 0)
    return (
      <Empty drawing="lamp" title="还没有课程" reason="建一门课程，选好教材，把班级码发给学生。">
        <button type="button" className="button button-fill button-tall" onClick={make}>
          新建课程
        </button>
      </Empty>
    );
  return (
    <>
      <Stale error={list.error} />
      <ul className="teach-cards">
        {list.data.map((course) => (
          <Course key={course.courseId} course={course} />
        ))}
      </ul>
    </>
  );
}

function Course({ course }: { course: CourseCard }) {
  const [open, setOpen] = useState<'edit' | 'class' | 'copy' | null>(null);
  const close = () => setOpen(null);
  const remove = async () => {
    if (!(await confirm(`删除《${course.name}》`, '课程不再出现在列表里；已结课班级的成绩仍会保留。', '删除'))) return;
    await call(removeCourse, { params: { courseId: course.courseId } }).then(() => toast('已删除'), toastError);
    await refreshTeaching();
  };
  return (
    <li className="card teach-card">
      <h2 className="serif">{course.name}</h2>
      <p className="meta">
        {course.textbooks.map(({ title }) => `《${title}》`).join(' ') || '还没有选教材'}
        {course.termFrom ? ` · ${course.termFrom}至${course.termTo || '未定'}` : ''}
      </p>
      <ul className="teach-classes">
        {course.classes.map((one) => (
          <li key={one.classId}>
            <Link to={classPath(one.classId)} className="teach-class">
              <span className="teach-row-head">
                <b>{one.className}</b>
                <StateTag machine={courseClassMachine} status={one.status} />
              </span>
              <span className="meta">
                {one.members} 名学生
                {one.toMark > 0 ? ` · 待批改 ${one.toMark}` : ''}
                {one.waiting > 0 ? ` · 申请加入 ${one.waiting}` : ''}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <div className="teach-acts">
        <button type="button" className="button button-wash" onClick={() => setOpen('class')}>
          新建班级
        </button>
        <button type="button" className="button button-line" onClick={() => setOpen('edit')}>
          课程设置
        </button>
        <button type="button" className="button button-line" onClick={() => setOpen('copy')}>
          复制到下学期
        </button>
        <button type="button" className="button button-line" onClick={() => void remove()}>
          删除
        </button>
      </div>
      {open === 'edit' ? <CourseSheet course={course} close={close} /> : null}
      {open === 'class' ? <ClassSheet courseId={course.courseId} group={null} close={close} /> : null}
      {open === 'copy' ? <CopySheet course={course} close={close} /> : null}
    </li>
  );
}
