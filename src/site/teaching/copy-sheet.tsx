import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { copyCourse, type CourseCard } from '../../../contract/teaching/course.ts';
import { TEACHING } from '../../../contract/teaching/teaching-limits.ts';
import { call } from '../../api/call.ts';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Wrong } from './join-sheet.tsx';
import { classPath, refreshTeaching } from './teaching-queries.ts';

/** The course again for the next term, with its assignments as drafts. */
export function CopySheet({ course, close }: { course: CourseCard; close: () => void }) {
  const navigate = useNavigate();
  const [name, setName] = useState(course.name);
  const [className, setClassName] = useState('1班');
  const [termFrom, setFrom] = useState('');
  const [termTo, setTo] = useState('');
  const copy = useMutation({
    mutationFn: () => call(copyCourse, { params: { courseId: course.courseId }, body: { name, className, termFrom, termTo } }),
    onSuccess: async ({ classId }) => {
      await refreshTeaching();
      void toast('已复制，作业都是草稿，改好时间再发布');
      close();
      void navigate(classPath(classId));
    },
  });
  return (
    <Sheet
      title="复制到下学期"
      close={close}
      foot={
        <button type="submit" form="copy-course" className="button button-fill button-tall button-wide" disabled={copy.isPending}>
          {copy.isPending ? '正在复制…' : '复制'}
        </button>
      }
    >
      <form
        id="copy-course"
        className="teach-form"
        onSubmit={(event) => {
          event.preventDefault();
          copy.mutate();
        }}
      >
        <p className="meta">教材和作业会复制过去，作业变成草稿；成员和作答不复制。</p>
        <label>
          课程名称
          <input value={name} required maxLength={TEACHING.courseName} onChange={(event) => setName(event.target.value)} />
        </label>
        <label>
          班级名称
          <input value={className} required maxLength={TEACHING.className} onChange={(event) => setClassName(event.target.value)} />
        </label>
        <div className="teach-pair">
          <label>
            开始日期
            <input type="date" value={termFrom} onChange={(event) => setFrom(event.target.value)} />
          </label>
          <label>
            期末日期
            <input type="date" value={termTo} onChange={(event) => setTo(event.target.value)} />
          </label>
        </div>
        <Wrong error={copy.error} />
      </form>
    </Sheet>
  );
}
