import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { deadlineText } from '../../../contract/deadline.ts';
import { LEVEL_NAMES, QUALITIES, reviewMachine, type REVIEW_EVENTS } from '../../../contract/review/review.machine.ts';
import { reviewEvent, saveReviewReport, type ReviewDetail } from '../../../contract/review/review.ts';
import { call } from '../../api/call.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { toast } from '../frame/dialogs.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';
import { MY_REVIEWS, oneReview, refreshReviews, reviewText } from './review-queries.ts';

type Event = (typeof REVIEW_EVENTS)[number];
/** What an auditor decides here; assigning is for the back office. */
const OWN: readonly Event[] = ['accept', 'decline', 'submitAdopt', 'submitRevise', 'submitReject', 'recall'];

/** One review task on the site: text, report and decision. */
export function ReviewView({ auditId }: { auditId: number }) {
  const { data, error, refetch } = useQuery(oneReview(auditId));
  const [event, setEvent] = useState<Event | null>(null);
  const [tab, setTab] = useState<'report' | 'text'>('report');
  const can = data?.can.filter((one) => OWN.includes(one)) ?? [];
  return (
    <div className="review review-desk measure">
      <NavBar title={data ? `${LEVEL_NAMES[data.level]} · 第${data.round}轮` : '审稿任务'} otherwise={MY_REVIEWS} />
      {error && !data ? <Failed error={error} retry={() => void refetch()} to={MY_REVIEWS} action="回到我的评审" /> : null}
      {data ? (
        <>
          <div className="review-part">
            <p>
              <span className="review-state" data-tone={reviewMachine.states[data.status].tone}>
                {reviewMachine.states[data.status].label}
              </span>
              {data.dueAt ? <span className="meta"> 期限 {deadlineText(data.dueAt)}</span> : null}
            </p>
            <div className="review-acts">
              {can.map((one) => (
                <button
                  key={one}
                  type="button"
                  className={`button ${reviewMachine.events[one].danger ? 'button-line' : 'button-fill'}`}
                  onClick={() => setEvent(one)}
                >
                  {reviewMachine.events[one].label}
                </button>
              ))}
            </div>
          </div>
          <div className="tabs" role="tablist" aria-label="审读">
            {(['report', 'text'] as const).map((one) => (
              <button
                key={one}
                type="button"
                role="tab"
                id={`review-${one}`}
                aria-selected={tab === one}
                aria-controls="review-panel"
                onClick={() => setTab(one)}
              >
                {one === 'report' ? '审读报告' : '正文'}
              </button>
            ))}
          </div>
          <div id="review-panel" role="tabpanel" aria-labelledby={`review-${tab}`} className="review-part">
            {tab === 'text' ? <Text archiveId={data.archiveId} /> : <Report one={data} />}
          </div>
        </>
      ) : error ? null : (
        <div className="review-part" aria-busy="true">
          <Skeleton height={28} width="40%" />
          <Skeleton height={240} top={16} />
        </div>
      )}
      {event && data ? <EventSheet one={data} event={event} close={() => setEvent(null)} /> : null}
    </div>
  );
}

function Text({ archiveId }: { archiveId: number }) {
  const { data, error, refetch } = useQuery(reviewText(archiveId));
  if (error && !data) return <Failed error={error} retry={() => void refetch()} to={MY_REVIEWS} action="回到我的评审" />;
  if (!data) return <Skeleton height={240} />;
  if (data.content === '') return <p className="soft">没有在线正文，请在电脑上从后台下载书稿。</p>;
  return <div className="rich-text review-text" dangerouslySetInnerHTML={{ __html: data.content }} />;
}

function Report({ one }: { one: ReviewDetail }) {
  const writes = one.can.includes('submitAdopt');
  return (
    <>
      {one.before.map((level) => (
        <section key={level.auditId} className="review-before">
          <h2>{LEVEL_NAMES[level.level]}意见</h2>
          <p className="meta">{QUALITIES.map((name, index) => `${name} ${level.report.quality[index] ?? '—'}`).join('　')}</p>
          <p>{level.report.opinion}</p>
        </section>
      ))}
      {writes ? (
        <ReportForm key={one.status} one={one} />
      ) : (
        <p className="soft">{one.status === 'assigned' ? '接收任务后填写审读报告。' : one.report.opinion || '还没有审读报告。'}</p>
      )}
    </>
  );
}

function ReportForm({ one }: { one: ReviewDetail }) {
  const { values, change, saved } = useStoredForm(`review report ${one.auditId}`, {
    politics: one.report.politics,
    quality: QUALITIES.map((_name, index) => one.report.quality[index] ?? 0),
    opinion: one.report.opinion,
  });
  const save = useMutation({
    mutationFn: () => call(saveReviewReport, { body: { auditId: one.auditId, ...values, suggestion: one.report.suggestion, version: one.version } }),
    onSuccess: () => {
      saved();
      void toast('审读报告已保存');
      return refreshReviews();
    },
  });
  return (
    <form
      className="review-form"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      <fieldset>
        <legend>政治导向</legend>
        {(
          [
            ['ok', '导向正确'],
            ['problem', '有问题'],
          ] as const
        ).map(([value, name]) => (
          <label key={value} className="chip">
            <input type="radio" className="unseen" name="politics" checked={values.politics === value} onChange={() => change({ politics: value })} />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
      <div className="review-scores">
        {QUALITIES.map((name, index) => (
          <label key={name}>
            {name}（1–10）
            <input
              type="number"
              min={1}
              max={10}
              value={values.quality[index] || ''}
              onChange={({ target }) => change({ quality: values.quality.map((before, at) => (at === index ? Number(target.value) : before)) })}
            />
          </label>
        ))}
      </div>
      <label>
        审读意见（至少50字，现在 {[...values.opinion.trim()].length} 字）
        <textarea rows={8} maxLength={5000} value={values.opinion} onChange={({ target }) => change({ opinion: target.value })} />
      </label>
      {save.error ? (
        <p className="review-late" role="alert">
          {save.error.message}
        </p>
      ) : null}
      <button type="submit" className="button button-fill button-tall" disabled={save.isPending}>
        {save.isPending ? '正在保存…' : '保存报告'}
      </button>
    </form>
  );
}

function EventSheet({ one, event, close }: { one: ReviewDetail; event: Event; close: () => void }) {
  const { label, reason, consequence } = reviewMachine.events[event];
  const [text, setText] = useState(event.startsWith('submit') ? one.report.opinion : '');
  const [readWhole, setReadWhole] = useState(false);
  const least = reason?.min ?? 0;
  const send = useMutation({
    mutationFn: () => call(reviewEvent, { params: { event, auditId: one.auditId }, body: { reason: text.trim(), readWhole } }),
    onSuccess: async () => {
      void toast(`已${label}`);
      close();
      await refreshReviews();
    },
  });
  return (
    <Sheet
      title={label}
      close={close}
      foot={
        <button
          type="button"
          className="button button-fill button-tall button-wide"
          disabled={send.isPending || [...text.trim()].length < least}
          onClick={() => send.mutate()}
        >
          {send.isPending ? '正在提交…' : label}
        </button>
      }
    >
      <div className="review-form">
        {consequence ? <p className="meta">{consequence}</p> : null}
        {least > 0 ? (
          <label>
            {event === 'decline' ? '谢绝的原因' : event === 'submitAdopt' ? '审读结论' : '给作者的意见'}（至少{least}个字）
            <textarea rows={6} maxLength={5000} value={text} onChange={({ target }) => setText(target.value)} />
          </label>
        ) : null}
        {event === 'submitAdopt' && one.level === 'last' && one.differ ? (
          <label className="review-tick">
            <input type="checkbox" checked={readWhole} onChange={({ target }) => setReadWhole(target.checked)} />
            初审与复审意见不一致，我已通读全稿
          </label>
        ) : null}
        {send.error ? (
          <p className="review-late" role="alert">
            {send.error.message}
          </p>
        ) : null}
      </div>
    </Sheet>
  );
}
