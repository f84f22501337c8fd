import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { addClass, editClass, type ClassDetail } from '../../../contract/teaching/course-class.ts';
import { TEACHING } from '../../../contract/teaching/teaching-limits.ts';
import { call } from '../../api/call.ts';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Wrong } from './join-sheet.tsx';
import { classPath, refreshTeaching } from './teaching-queries.ts';

/** A class of a course: name, dates, and who may join. */
export function ClassSheet({ courseId, group, close }: { courseId: number; group: ClassDetail | null; close: () => void }) {
  const navigate = useNavigate();
  const [className, setName] = useState(group?.className ?? '');
  const [memberLimit, setLimit] = useState(String(group?.memberLimit ?? 100));
  const [startDate, setStart] = useState(group?.startDate ?? '');
  const [endDate, setEnd] = useState(group?.endDate ?? '');
  const [joinOpen, setJoin] = useState(group?.joinOpen ?? '1');
  const [approve, setApprove] = useState(group?.approve ?? '0');
  const [showMembers, setShow] = useState(group?.showMembers ?? '0');
  const save = useMutation({
    mutationFn: async () => {
      const body = { className, memberLimit, startDate, endDate, joinOpen, approve, showMembers };
      if (!group) return (await call(addClass, { body: { ...body, courseId } })).classId;
      await call(editClass, { body: { ...body, classId: group.classId, version: group.version } });
      return null;
    },
    onSuccess: async (classId) => {
      await refreshTeaching();
      void toast('已保存');
      close();
      if (classId !== null) void navigate(classPath(classId));
    },
  });
  const ticks = [
    ['可以用班级码加入', joinOpen, setJoin],
    ['加入须老师同意（名单里的学生不用等）', approve, setApprove],
    ['学生可以看到同班同学的姓名', showMembers, setShow],
  ] as const;
  return (
    <Sheet
      title={group ? '班级设置' : '新建班级'}
      close={close}
      foot={
        <button type="submit" form="class-form" className="button button-fill button-tall button-wide" disabled={save.isPending}>
          {save.isPending ? '正在保存…' : '保存'}
        </button>
      }
    >
      <form
        id="class-form"
        className="teach-form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <label>
          班级名称
          <input value={className} required maxLength={TEACHING.className} onChange={(event) => setName(event.target.value)} />
        </label>
        <label>
          人数上限
          <input
            type="number"
            inputMode="numeric"
            min={1}
            max={TEACHING.classMembers}
            value={memberLimit}
            required
            onChange={(event) => setLimit(event.target.value)}
          />
        </label>
        <div className="teach-pair">
          <label>
            开课日期
            <input type="date" value={startDate} onChange={(event) => setStart(event.target.value)} />
          </label>
          <label>
            结课日期
            <input type="date" value={endDate} onChange={(event) => setEnd(event.target.value)} />
          </label>
        </div>
        {ticks.map(([words, value, set]) => (
          <label key={words} className="teach-tick">
            <input type="checkbox" checked={value === '1'} onChange={(event) => set(event.target.checked ? '1' : '0')} />
            <span>{words}</span>
          </label>
        ))}
        <Wrong error={save.error} />
      </form>
    </Sheet>
  );
}
