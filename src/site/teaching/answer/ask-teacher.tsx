import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { askTeacher, myQuestions } from '../../../../contract/teaching/student-question.ts';
import { call } from '../../../api/call.ts';
import { queryOf } from '../../../api/query-client.ts';
import { toast } from '../../frame/dialogs.ts';
import { Sheet } from '../../frame/sheet.tsx';
import { Wrong } from '../join-sheet.tsx';
import { refreshTeaching } from '../teaching-queries.ts';

interface Props {
  readonly attemptId: number;
  readonly itemId: string;
  readonly no: number;
  /** Only the student asks; teachers read. */
  readonly mayAsk: boolean;
}

/** What was asked and answered about an item, and the way to ask. */
export function AskTeacher({ attemptId, itemId, no, mayAsk }: Props) {
  const [open, setOpen] = useState(false);
  const [content, setContent] = useState('');
  const list = useQuery({ ...queryOf(myQuestions, { params: { attemptId } }), staleTime: 0 });
  const asked = (list.data ?? []).filter((one) => one.itemId === itemId);
  const send = useMutation({
    mutationFn: () => call(askTeacher, { body: { attemptId, itemId, content } }),
    onSuccess: async () => {
      setOpen(false);
      setContent('');
      void toast('已发给老师，回答会出现在消息里');
      await refreshTeaching();
    },
  });
  return (
    <>
      {asked.map((one) => (
        <div key={one.questionId} className="attempt-feedback">
          <p>
            <b>{mayAsk ? '我问' : '学生问'}</b> {one.content}
          </p>
          <p>
            {one.reply ? (
              <>
                {one.repliedBy}：{one.reply}
              </>
            ) : (
              <span className="meta">等老师回答</span>
            )}
          </p>
        </div>
      ))}
      {mayAsk ? (
        <button type="button" className="button button-line" onClick={() => setOpen(true)}>
          问老师
          <span className="unseen">第{no}题</span>
        </button>
      ) : null}
      {open ? (
        <Sheet
          title={`问老师 · 第${no}题`}
          close={() => setOpen(false)}
          foot={
            <button type="submit" form="ask-teacher" className="button button-fill button-tall button-wide" disabled={send.isPending}>
              {send.isPending ? '正在发送…' : '发送'}
            </button>
          }
        >
          <form
            id="ask-teacher"
            className="teach-form"
            onSubmit={(event) => {
              event.preventDefault();
              send.mutate();
            }}
          >
            <p className="meta">题目和您的作答会一起给老师看。</p>
            <label>
              问题
              <textarea rows={4} value={content} required maxLength={1_000} onChange={(event) => setContent(event.target.value)} />
            </label>
            <Wrong error={send.error} />
          </form>
        </Sheet>
      ) : null}
    </>
  );
}
