import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { applyTutor } from '../../../contract/tutor/tutor.ts';
import type { TutorExpert } from '../../../contract/tutor/timetable.ts';
import { MODE_NAMES, TUTOR, TUTOR_MODES, type TutorMode } from '../../../contract/tutor/tutor-limits.ts';
import { call } from '../../api/call.ts';
import { toast } from '../frame/dialogs.ts';
import { Sheet } from '../frame/sheet.tsx';
import { feeName, slotName } from './slot-words.ts';
import { refreshTutors } from './tutor-queries.ts';

interface Props {
  readonly expert: TutorExpert;
  readonly slot: string;
  readonly close: () => void;
  readonly done: (tutorId: number) => void;
}

/** Topic, question and mode of a request for one slot. */
export function RequestSheet({ expert, slot, close, done }: Props) {
  const [topic, setTopic] = useState('');
  const [question, setQuestion] = useState('');
  const [mode, setMode] = useState<TutorMode>('online');
  const send = useMutation({
    mutationFn: () => call(applyTutor, { body: { professorId: expert.professorId, topic, question, mode, expectTime: slot } }),
    onSuccess: async ({ tutorId }) => {
      void toast('已提交，等待专家确认');
      done(tutorId);
      await refreshTutors();
    },
    onError: () => void refreshTutors(),
  });
  const words = [...question.trim()].length;
  return (
    <Sheet
      title={`预约 ${expert.professorName}`}
      close={close}
      foot={
        <button type="submit" form="tutor-request" className="button button-fill button-tall button-wide" disabled={send.isPending}>
          {send.isPending ? '正在提交…' : '提交预约'}
        </button>
      }
    >
      <form
        id="tutor-request"
        className="tutor-form"
        onSubmit={(event) => {
          event.preventDefault();
          send.mutate();
        }}
      >
        <p className="tutor-chosen">
          {slotName(slot)} · {expert.minutes} 分钟 · {feeName(expert.feeFen)}
        </p>
        <label>
          主题
          <input value={topic} minLength={2} maxLength={TUTOR.topic} required onChange={(event) => setTopic(event.target.value)} />
        </label>
        <label>
          问题
          <textarea
            rows={5}
            value={question}
            maxLength={TUTOR.question}
            required
            placeholder="写清楚背景、已经试过什么、想解决什么"
            onChange={(event) => setQuestion(event.target.value)}
          />
        </label>
        <p className="meta">
          {words} 字 / 至少 10 字，最多 {TUTOR.question} 字
        </p>
        <fieldset>
          <legend>方式</legend>
          {TUTOR_MODES.map((one) => (
            <label key={one} className="chip">
              <input type="radio" className="unseen" name="mode" checked={mode === one} onChange={() => setMode(one)} />
              <span>{MODE_NAMES[one]}</span>
            </label>
          ))}
        </fieldset>
        <p className="meta">开始前 {TUTOR.freeCancelHours} 小时以上取消不收费；之后取消，已付的辅导费退还一半。</p>
        {send.error ? (
          <p className="tutor-wrong" role="alert">
            {send.error.message}
          </p>
        ) : null}
      </form>
    </Sheet>
  );
}
