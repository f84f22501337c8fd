import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { queryBooks } from '../../../contract/catalog/book.ts';
import { addClass } from '../../../contract/teaching/course-class.ts';
import { addCourse, editCourse, type CourseCard } from '../../../contract/teaching/course.ts';
import { TEACHING } from '../../../contract/teaching/teaching-limits.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Wrong } from './join-sheet.tsx';
import { classPath, refreshTeaching } from './teaching-queries.ts';

interface Props {
  course: CourseCard | null;
  /** Chosen at first for a new course. */
  books?: readonly number[];
  close: () => void;
}

/** A course; a new one with its first class, so that the teacher has a code to give out at once. */
export function CourseSheet({ course, books: begunWith = [], close }: Props) {
  const navigate = useNavigate();
  const [name, setName] = useState(course?.name ?? '');
  const [className, setClassName] = useState('1班');
  const [intro, setIntro] = useState(course?.intro ?? '');
  const [publishIds, setBooks] = useState<readonly number[]>(course?.publishIds ?? begunWith);
  const [termFrom, setFrom] = useState(course?.termFrom ?? '');
  const [termTo, setTo] = useState(course?.termTo ?? '');
  const [missingAsZero, setMissing] = useState(course?.missingAsZero ?? '1');
  const [openToAll, setOpen] = useState(course?.openToAll ?? '0');
  const books = useQuery(queryOf(queryBooks, { query: { kind: 'textbook', pageNum: 1, pageSize: 50 } }));
  const save = useMutation({
    mutationFn: async () => {
      const body = { name, intro, publishIds: [...publishIds], termFrom, termTo, missingAsZero, openToAll };
      if (course) {
        await call(editCourse, { body: { ...body, courseId: course.courseId, version: course.version } });
        return null;
      }
      const { courseId } = await call(addCourse, { body });
      return (await call(addClass, { body: { courseId, className, startDate: termFrom, endDate: termTo } })).classId;
    },
    onSuccess: async (classId) => {
      await refreshTeaching();
      void toast(course ? '已保存' : '课程已建好，把班级码发给学生就能加入');
      close();
      if (classId !== null) void navigate(classPath(classId));
    },
  });
  const known = books.data?.rows ?? [];
  const toggle = (id: number) =>
    setBooks(publishIds.includes(id) ? publishIds.filter((one) => one !== id) : [...publishIds, id].slice(0, TEACHING.courseBooks));
  return (
    <Sheet
      title={course ? '课程设置' : '新建课程'}
      close={close}
      foot={
        <button type="submit" form="course-form" className="button button-fill button-tall button-wide" disabled={save.isPending}>
          {save.isPending ? '正在保存…' : '保存'}
        </button>
      }
    >
      <form
        id="course-form"
        className="teach-form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <label>
          课程名称
          <input value={name} required maxLength={TEACHING.courseName} onChange={(event) => setName(event.target.value)} />
        </label>
        {course ? null : (
          <label>
            班级名称
            <input value={className} required maxLength={TEACHING.className} onChange={(event) => setClassName(event.target.value)} />
          </label>
        )}
        <fieldset>
          <legend>教材（最多{TEACHING.courseBooks}本）</legend>
          {known.map(({ publishId, title }) => (
            <label key={publishId} className="chip">
              <input type="checkbox" className="unseen" checked={publishIds.includes(publishId)} onChange={() => toggle(publishId)} />
              <span>{title}</span>
            </label>
          ))}
          {books.data && known.length === 0 ? <p className="meta">还没有上架的数字教材，可以先建课程。</p> : null}
        </fieldset>
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
        <label>
          课程介绍
          <textarea rows={3} value={intro} maxLength={TEACHING.intro} onChange={(event) => setIntro(event.target.value)} />
        </label>
        <label className="teach-tick">
          <input type="checkbox" checked={missingAsZero === '1'} onChange={(event) => setMissing(event.target.checked ? '1' : '0')} />
          <span>没有交的作业在总评里按0分计</span>
        </label>
        <label className="teach-tick">
          <input type="checkbox" checked={openToAll === '1'} onChange={(event) => setOpen(event.target.checked ? '1' : '0')} />
          <span>在“发现”里对所有人开放，不用班级码就能加入</span>
        </label>
        <Wrong error={save.error} />
      </form>
    </Sheet>
  );
}
