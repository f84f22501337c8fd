import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { answerQuestion, classQuestions, type ClassQuestion } from '../../../contract/teaching/student-question.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { Empty, Failed } from '../frame/state.tsx';
import { TeachingSkeleton } from './teaching-skeleton.tsx';
import { assignmentPath, PLATFORM, refreshTeaching } from './teaching-queries.ts';

/** What students ask about their answers, unanswered first. */
export function ClassQuestions({ classId }: { classId: number }) {
  const list = useQuery({ ...queryOf(classQuestions, { params: { classId } }), staleTime: 0 });
  if (list.isError && !list.data) return <Failed error={list.error} retry={() => void list.refetch()} to={PLATFORM} action="回到教学平台" />;
  if (!list.data) return <TeachingSkeleton />;
  if (list.data.length === 0) return <Empty drawing="lamp" title="还没有提问" reason="学生看作答结果时可以就某一题问您，问题会出现在这里。" />;
  return (
    <ul className="teach-list">
      {list.data.map((one) => (
        <Question key={`${one.questionId} ${one.repliedAt}`} one={one} />
      ))}
    </ul>
  );
}

function Question({ one }: { one: ClassQuestion }) {
  const [reply, setReply] = useState(one.reply);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    await call(answerQuestion, { params: { questionId: one.questionId }, body: { reply } }).then(async () => {
      void toast('已回答，学生会收到消息');
      await refreshTeaching();
    }, toastError);
    setBusy(false);
  };
  return (
    <li className="teach-question">
      <p>
        <b>{one.memberName}</b> <span className="meta">{one.at.slice(0, 16)}</span>
      </p>
      <p className="meta">
        <Link to={`${assignmentPath(one.assignmentId)}?attempt=${one.attemptKey}`}>《{one.title}》</Link> {one.stem}
      </p>
      <p className="teach-words">{one.content}</p>
      <form
        className="teach-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <label>
          回答{one.repliedBy ? `（${one.repliedBy} ${one.repliedAt.slice(0, 16)}）` : ''}
          <textarea rows={2} value={reply} required maxLength={1_000} onChange={(event) => setReply(event.target.value)} />
        </label>
        <button type="submit" className="button button-wash" disabled={busy || reply.trim() === '' || reply === one.reply}>
          {one.reply ? '更新回答' : '回答'}
        </button>
      </form>
    </li>
  );
}
