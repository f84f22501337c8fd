import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { copyAssignment } from '../../../../contract/teaching/assignment.ts';
import { courseClassMachine } from '../../../../contract/teaching/course-class.machine.ts';
import { call } from '../../../api/call.ts';
import { toast } from '../../frame/dialogs.ts';
import { Sheet } from '../../frame/sheet.tsx';
import { Wrong } from '../join-sheet.tsx';
import { courseList, editPath, refreshTeaching } from '../teaching-queries.ts';

/** The assignment as a draft in a class of one's own. */
export function CopyAssignmentSheet({ assignmentId, classId, close }: { assignmentId: number; classId: number; close: () => void }) {
  const navigate = useNavigate();
  const courses = useQuery(courseList);
  const [to, setTo] = useState(classId);
  const classes = (courses.data ?? []).flatMap((course) =>
    course.classes.filter(({ status }) => courseClassMachine.groups.live.includes(status)).map((one) => ({ ...one, course: course.name })),
  );
  const copy = useMutation({
    mutationFn: () => call(copyAssignment, { params: { assignmentId }, body: { classId: to } }),
    onSuccess: async (made) => {
      await refreshTeaching();
      void toast('已复制为草稿');
      close();
      void navigate(editPath(made.assignmentId));
    },
  });
  return (
    <Sheet
      title="复制到另一个班"
      close={close}
      foot={
        <button type="submit" form="copy-assignment" className="button button-fill button-tall button-wide" disabled={copy.isPending}>
          {copy.isPending ? '正在复制…' : '复制'}
        </button>
      }
    >
      <form
        id="copy-assignment"
        className="teach-form"
        onSubmit={(event) => {
          event.preventDefault();
          copy.mutate();
        }}
      >
        <label>
          班级
          <select value={to} onChange={(event) => setTo(Number(event.target.value))}>
            {classes.map((one) => (
              <option key={one.classId} value={one.classId}>
                {one.course} · {one.className}
              </option>
            ))}
          </select>
        </label>
        <Wrong error={copy.error} />
      </form>
    </Sheet>
  );
}
