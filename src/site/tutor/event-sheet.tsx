import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { TUTOR } from '../../../contract/tutor/tutor-limits.ts';
import { tutorMachine, type TutorStep } from '../../../contract/tutor/tutor.machine.ts';
import { tutorEvent, type TutorDetail } from '../../../contract/tutor/tutor.ts';
import { call } from '../../api/call.ts';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';
import { feeName, momentOf } from './slot-words.ts';
import { refreshTutors } from './tutor-queries.ts';

interface Asked {
  /** Label of the text; without one no text is asked. */
  readonly text?: string;
  readonly required?: boolean;
  readonly note?: string;
}

const HOUR_MS = 3_600_000;

/** What an event asks for, and what follows from it. */
function askedBy(one: TutorDetail, event: TutorStep): Asked {
  const paid = one.feeFen > 0 && one.status === 'scheduled';
  switch (event) {
    case 'accept':
      return { note: one.feeFen > 0 ? `确认后对方会收到支付 ${feeName(one.feeFen)} 的提醒。` : '确认后预约生效，对方会收到消息。' };
    case 'decline':
      return { text: '婉拒的原因（对方会看到）', required: true, note: '婉拒后时段重新开放，不能恢复。' };
    case 'finish':
      return { text: '辅导总结', required: true, note: `至少${TUTOR.summaryMin}个字：谈了什么、改了什么、下一步做什么。` };
    case 'rate':
      return { text: '评价（选填）', note: '评价后留言关闭，不能修改。' };
    case 'recall':
      return {
        text: '取消的原因（对方会看到）',
        required: true,
        note: paid
          ? one.order
            ? `取消后 ${feeName(one.feeFen)} 按原支付方式全额退还。`
            : `取消后须全额退还 ${feeName(one.feeFen)}。`
          : '取消后不能恢复。',
      };
    default: {
      const late = one.status === 'scheduled' && momentOf(one.expectTime) - Date.now() < TUTOR.freeCancelHours * HOUR_MS;
      const refund = paid ? (late ? `距开始不足${TUTOR.freeCancelHours}小时，辅导费退还一半。` : '辅导费全额退还。') : '';
      return { text: late ? '取消的原因' : '取消的原因（选填）', required: late, note: `取消后不能恢复，时段重新开放。${refund}` };
    }
  }
}

/** Takes one step of a tutoring, with the text, place or rating it needs. */
export function EventSheet({ one, event, close }: { one: TutorDetail; event: TutorStep; close: () => void }) {
  const { label } = tutorMachine.events[event];
  const asked = askedBy(one, event);
  const [text, setText] = useState('');
  const [link, setLink] = useState('');
  const [rating, setRating] = useState(0);
  const send = useMutation({
    mutationFn: () =>
      call(tutorEvent, {
        params: { event, tutorId: one.tutorId },
        body: { text, ...(event === 'accept' ? { link } : {}), ...(event === 'rate' ? { rating } : {}) },
      }),
    onSuccess: async () => {
      void toast(`已${label}`);
      close();
      await refreshTutors();
    },
  });
  const count = [...text.trim()].length;
  return (
    <Sheet
      title={label}
      close={close}
      foot={
        <button
          type="submit"
          form="tutor-event"
          className={`button button-tall button-wide ${'danger' in tutorMachine.events[event] ? 'button-seal' : 'button-fill'}`}
          disabled={send.isPending || (event === 'rate' && rating === 0)}
        >
          {send.isPending ? '正在提交…' : label}
        </button>
      }
    >
      <form
        id="tutor-event"
        className="tutor-form"
        onSubmit={(submitted) => {
          submitted.preventDefault();
          send.mutate();
        }}
      >
        {asked.note ? <p className="meta">{asked.note}</p> : null}
        {event === 'accept' && one.mode !== 'text' ? (
          <label>
            {one.mode === 'offline' ? '地点' : '会议链接（选填，也可以稍后在留言里发）'}
            <input value={link} maxLength={TUTOR.link} required={one.mode === 'offline'} onChange={(changed) => setLink(changed.target.value)} />
          </label>
        ) : null}
        {event === 'rate' ? (
          <fieldset className="tutor-rate">
            <legend>评分</legend>
            {[1, 2, 3, 4, 5].map((star) => (
              <label key={star} data-on={star <= rating ? '' : undefined}>
                <input type="radio" className="unseen" name="rating" checked={rating === star} onChange={() => setRating(star)} />
                <span aria-hidden="true">★</span>
                <span className="unseen">{star} 星</span>
              </label>
            ))}
          </fieldset>
        ) : null}
        {asked.text ? (
          <>
            <label>
              {asked.text}
              <textarea
                rows={event === 'finish' ? 8 : 4}
                value={text}
                required={asked.required ?? false}
                maxLength={event === 'finish' ? TUTOR.summary : TUTOR.reason}
                onChange={(changed) => setText(changed.target.value)}
              />
            </label>
            {event === 'finish' ? (
              <p className="meta">
                {count} 字 / 至少 {TUTOR.summaryMin} 字
              </p>
            ) : null}
          </>
        ) : null}
        {send.error ? (
          <p className="tutor-wrong" role="alert">
            {send.error.message}
          </p>
        ) : null}
      </form>
    </Sheet>
  );
}
