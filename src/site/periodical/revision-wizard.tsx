import { useId, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { answerPoint, ownSubmissionEvent, type OwnSubmissionDetail } from '../../../contract/periodical/own-submission.ts';
import { SUBMISSION } from '../../../contract/periodical/periodical-limits.ts';
import { call } from '../../api/call.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { toast } from '../frame/dialogs.ts';
import { refreshSubmissions } from './periodical-queries.ts';
import { SubmissionFiles } from './submission-files.tsx';

type Point = OwnSubmissionDetail['points'][number];

const ACCEPT = SUBMISSION.fileTypes.map((type) => `.${type}`).join();
const seatName = (seat: number): string => (seat === 0 ? '编辑部' : `审稿人${seat}`);

/** The revision in three steps: answer each point, upload the new manuscript, send it. */
export function RevisionWizard({ one }: { one: OwnSubmissionDetail }) {
  const open = one.points.filter(({ answer }) => answer === '').length;
  const fresh = one.files.some((file) => file.role === 'manuscript' && file.createTime >= one.stageSince);
  const send = useMutation({
    mutationFn: () => call(ownSubmissionEvent, { params: { event: 'revise', submissionId: one.submissionId } }),
    onSuccess: async () => {
      void toast('已修回');
      await refreshSubmissions();
    },
  });
  if (one.points.length === 0) return <p className="periodical-part soft">编辑部的来信稍后送达，其中有逐条的意见。</p>;
  return (
    <>
      <section className="periodical-part">
        <h2>
          第一步：逐条答复（{one.points.length - open}/{one.points.length}）
        </h2>
        <ol className="submission-points">
          {one.points.map((point) => (
            <PointForm key={point.pointId} point={point} />
          ))}
        </ol>
      </section>
      <section className="periodical-part">
        <h2>第二步：上传修改稿</h2>
        <p className="meta">请用修订模式修改，编辑和审稿人能看到改了哪里。</p>
        <SubmissionFiles submissionId={one.submissionId} fileRole="manuscript" label="修改稿" accept={ACCEPT} files={fresh ? one.files : []} />
        <SubmissionFiles submissionId={one.submissionId} fileRole="response" label="修改说明（可不传）" accept={ACCEPT} files={one.files} />
      </section>
      <section className="periodical-part">
        <h2>第三步：修回</h2>
        {open > 0 || !fresh ? (
          <p className="meta">{[open > 0 ? `还有${open}条意见没有答复` : '', fresh ? '' : '还没有上传修改稿'].filter(Boolean).join('；')}。</p>
        ) : null}
        {send.error ? (
          <p className="periodical-wrong" role="alert">
            {send.error.message}
          </p>
        ) : null}
        <button type="button" className="button button-fill button-tall" disabled={send.isPending || !fresh} onClick={() => send.mutate()}>
          {send.isPending ? '正在提交…' : '提交修改稿'}
        </button>
      </section>
    </>
  );
}

function PointForm({ point }: { point: Point }) {
  const id = useId();
  const { values, change, saved } = useStoredForm(`journal point ${point.pointId}`, { answer: point.answer });
  const [done, setDone] = useState(false);
  const save = useMutation({
    mutationFn: () => call(answerPoint, { body: { pointId: point.pointId, answer: values.answer.trim() } }),
    onSuccess: async () => {
      saved();
      setDone(true);
      await refreshSubmissions();
    },
  });
  return (
    <li className="submission-point">
      <p className="meta" id={id}>
        {point.pointNo}. {seatName(point.seat)}
      </p>
      <p className="submission-words-of">{point.text}</p>
      <div className="periodical-form">
        <textarea
          rows={3}
          maxLength={SUBMISSION.note}
          aria-label={`答复第${point.pointNo}条`}
          placeholder="改了什么、在哪里；不改的请说明理由"
          value={values.answer}
          onChange={({ target }) => {
            setDone(false);
            change({ answer: target.value });
          }}
          onBlur={() => values.answer.trim() !== point.answer && save.mutate()}
        />
      </div>
      {save.error ? (
        <p className="periodical-wrong" role="alert">
          {save.error.message}
        </p>
      ) : (
        <p className="meta">{save.isPending ? '正在保存…' : done || point.answer ? '已保存' : ''}</p>
      )}
    </li>
  );
}
