import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { TUTOR } from '../../../contract/tutor/tutor-limits.ts';
import { sendTutorMessage, type TutorDetail } from '../../../contract/tutor/tutor.ts';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query-client.ts';
import { timeAgo } from '../../format/date.ts';
import { oneTutor } from './tutor-queries.ts';

/** Messages of both sides; open until the tutoring is over. */
export function TutorThread({ one }: { one: TutorDetail }) {
  const [text, setText] = useState('');
  const send = useMutation({
    mutationFn: () => call(sendTutorMessage, { params: { tutorId: one.tutorId }, body: { content: text } }),
    onSuccess: async () => {
      setText('');
      await queryClient.invalidateQueries({ queryKey: oneTutor(one.tutorId).queryKey });
    },
  });
  return (
    <section className="tutor-part">
      <h3>留言</h3>
      {one.thread.length === 0 ? <p className="tutor-none">{one.threadOpen ? '还没有留言，可以先说说情况。' : '没有留言。'}</p> : null}
      <ul className="tutor-thread" aria-live="polite">
        {one.thread.map((row) => (
          <li key={row.messageId} data-own={row.side === one.side ? '' : undefined}>
            <p className="meta">
              {row.nickName} · {timeAgo(row.createTime)}
            </p>
            <p className="tutor-bubble">{row.content}</p>
          </li>
        ))}
      </ul>
      {one.threadOpen ? (
        <form
          className="tutor-write"
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim()) send.mutate();
          }}
        >
          <textarea
            aria-label="写留言"
            placeholder="写留言"
            rows={2}
            maxLength={TUTOR.message}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <button type="submit" className="button button-fill" disabled={send.isPending || text.trim() === ''}>
            发送
          </button>
        </form>
      ) : (
        <p className="meta">辅导已经结束，留言关闭。</p>
      )}
      {send.error ? (
        <p className="tutor-wrong" role="alert">
          {send.error.message}
        </p>
      ) : null}
    </section>
  );
}
