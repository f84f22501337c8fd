import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { DAY_MS } from '../../../../contract/clock.ts';
import { extendStudent, type BoardRow } from '../../../../contract/teaching/assignment.ts';
import { TEACHING } from '../../../../contract/teaching/teaching-limits.ts';
import { call } from '../../../api/call.ts';
import { toast } from '../../frame/dialogs.ts';
import { Sheet } from '../../frame/sheet.tsx';
import { Wrong } from '../join-sheet.tsx';
import { newAssignment } from '../new-assignment.ts';
import { refreshTeaching } from '../teaching-queries.ts';

interface Props {
  readonly assignmentId: number;
  readonly people: readonly BoardRow[];
  readonly close: () => void;
  readonly done: () => void;
}

/** More time, more attempts or an exemption for single students. */
export function ExtensionSheet({ assignmentId, people, close, done }: Props) {
  const [excused, setExcused] = useState(false);
  const [dueAt, setDueAt] = useState(() => newAssignment(Date.now() - 4 * DAY_MS).dueAt.replace(' ', 'T'));
  const [percentTime, setPercent] = useState('100');
  const [extraAttempts, setAttempts] = useState('0');
  const [reason, setReason] = useState('');
  const save = useMutation({
    mutationFn: () =>
      call(extendStudent, {
        params: { assignmentId },
        body: {
          userIds: people.map(({ userId }) => userId),
          dueAt: excused ? '' : dueAt.replace('T', ' '),
          extraTimeBp: Math.round(Number(percentTime) * 100),
          extraAttempts,
          excused: excused ? '1' : '0',
          reason,
        },
      }),
    onSuccess: async () => {
      await refreshTeaching();
      void toast('已保存，学生会收到消息');
      done();
      close();
    },
  });
  return (
    <Sheet
      title={`延期 · ${people.map(({ memberName }) => memberName).join('、')}`}
      close={close}
      foot={
        <button type="submit" form="extension" className="button button-fill button-tall button-wide" disabled={save.isPending}>
          {save.isPending ? '正在保存…' : '保存'}
        </button>
      }
    >
      <form
        id="extension"
        className="teach-form"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        <label className="teach-tick">
          <input type="checkbox" checked={excused} onChange={(event) => setExcused(event.target.checked)} />
          <span>免交（不计入总评）</span>
        </label>
        {excused ? null : (
          <>
            <label>
              延期到
              <input type="datetime-local" value={dueAt} onChange={(event) => setDueAt(event.target.value)} />
            </label>
            <div className="teach-pair">
              <label>
                时限（%）
                <input
                  type="number"
                  inputMode="numeric"
                  min={100}
                  max={300}
                  value={percentTime}
                  onChange={(event) => setPercent(event.target.value)}
                />
              </label>
              <label>
                增加的机会
                <input
                  type="number"
                  inputMode="numeric"
                  min={0}
                  max={TEACHING.extraAttempts}
                  value={extraAttempts}
                  onChange={(event) => setAttempts(event.target.value)}
                />
              </label>
            </div>
          </>
        )}
        <label>
          原因
          <textarea rows={2} value={reason} required maxLength={TEACHING.reason} onChange={(event) => setReason(event.target.value)} />
        </label>
        <Wrong error={save.error} />
      </form>
    </Sheet>
  );
}
