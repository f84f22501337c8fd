import { useId, useRef, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { deadlineText } from '../../../contract/deadline.ts';
import {
  SCORES,
  downloadReviewFile,
  journalReviewDetail,
  myJournalReviews,
  ownReviewEvent,
  removeReviewFile,
  saveJournalReview,
  uploadReviewFile,
  type JournalTaskDetail,
} from '../../../contract/periodical/journal-review.ts';
import { journalReviewMachine } from '../../../contract/periodical/journal-review.machine.ts';
import { RECOMMENDATION_NAMES, RECOMMENDATIONS, REVIEWING, SUBMISSION } from '../../../contract/periodical/periodical-limits.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { useStoredForm } from '../../drafts/use-stored-form.ts';
import { bytes } from '../../format/bytes.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';
import { DeclineFields, NO_DECLINE } from './decline-fields.tsx';
import './periodical.css';
import './submission.css';

const MINE = '/personalCenter/review';
const oneTask = (reviewId: number) => ({ ...queryOf(journalReviewDetail, { params: { reviewId } }), staleTime: 0, retry: false });
const refresh = () => Promise.all([myJournalReviews, journalReviewDetail].map((one) => queryClient.invalidateQueries(allOf(one))));

/** One journal review: the anonymised manuscript, the form with scores and a confidential part, attachments, and the hand-in. */
export function JournalReviewView({ reviewId }: { reviewId: number }) {
  const { data, error, refetch } = useQuery(oneTask(reviewId));
  const [declines, setDeclines] = useState(false);
  const accept = useMutation({
    mutationFn: () => call(ownReviewEvent, { params: { event: 'accept', reviewId } }),
    onSuccess: async () => {
      void toast('已接受，谢谢您');
      await refresh();
    },
    onError: (failure) => void toastError(failure),
  });
  return (
    <div className="periodical review-desk measure">
      <NavBar title={data ? `${data.journalName} · 第${data.round}轮` : '期刊审稿'} otherwise={MINE} />
      {error && !data ? <Failed error={error} retry={() => void refetch()} to={MINE} action="回到我的评审" /> : null}
      {data ? (
        <>
          <section className="periodical-part">
            <p className="meta">
              {data.submissionNo} · {journalReviewMachine.states[data.status].label}
              {data.status === 'invited' ? ` · 请在 ${deadlineText(data.answerBy)} 前答复` : ` · 期限 ${deadlineText(data.dueAt)}`}
            </p>
            <h2 className="serif submission-title">{data.title}</h2>
            {data.authorsText ? <p>{data.authorsText}</p> : null}
            <p className="periodical-abstract">{data.abstract}</p>
            <p className="meta">关键词：{data.keywords.join('；')}</p>
            <div className="periodical-acts">
              {data.can.includes('accept') ? (
                <button type="button" className="button button-fill button-tall" disabled={accept.isPending} onClick={() => accept.mutate()}>
                  接受审稿
                </button>
              ) : null}
              {data.can.includes('decline') ? (
                <button type="button" className="button button-line button-tall" onClick={() => setDeclines(true)}>
                  谢绝
                </button>
              ) : null}
            </div>
          </section>
          {data.status === 'invited' ? null : (
            <>
              <Files one={data} />
              <Before one={data} />
              {data.can.includes('finish') ? <ReportForm key={data.version} one={data} /> : <Report one={data} />}
            </>
          )}
        </>
      ) : error ? null : (
        <div className="periodical-part" aria-busy="true">
          <Skeleton height={32} width="70%" />
          <Skeleton height={240} top={16} />
        </div>
      )}
      {declines ? <DeclineSheet reviewId={reviewId} close={() => setDeclines(false)} /> : null}
    </div>
  );
}

const pathOf = (reviewId: number, fileId: number): string =>
  downloadReviewFile.path.replace('{reviewId}', String(reviewId)).replace('{fileId}', String(fileId));

async function save(reviewId: number, fileId: number): Promise<void> {
  const { receiveFile } = await import('../../api/receive-file.ts');
  await receiveFile({ method: 'GET', path: pathOf(reviewId, fileId) }).catch((error: unknown) => toastError(error));
}

function Files({ one }: { one: JournalTaskDetail }) {
  return (
    <section className="periodical-part">
      <h2>稿件</h2>
      {one.files.length === 0 ? <p className="soft">编辑部正在准备匿名稿，准备好后这里会出现文件。</p> : null}
      <div className="periodical-acts">
        {one.files.map((file) => (
          <button key={file.fileId} type="button" className="button button-line button-tall" onClick={() => void save(one.reviewId, file.fileId)}>
            {file.name}（{bytes(file.size)}）
          </button>
        ))}
      </div>
    </section>
  );
}

function Before({ one }: { one: JournalTaskDetail }) {
  if (one.before.length === 0) return null;
  return (
    <section className="periodical-part">
      <h2>您上一轮的意见和作者的答复</h2>
      {one.before.map((round) => (
        <details key={round.round} className="submission-letter" open>
          <summary>第{round.round}轮</summary>
          {round.points.length === 0 ? <p className="submission-words-of">{round.toAuthor}</p> : null}
          <ol className="submission-points">
            {round.points.map((point) => (
              <li key={point.text}>
                <p className="submission-words-of">{point.text}</p>
                <p className="submission-words-of meta">作者：{point.answer || '（没有答复）'}</p>
              </li>
            ))}
          </ol>
        </details>
      ))}
    </section>
  );
}

function Report({ one }: { one: JournalTaskDetail }) {
  const { report } = one;
  return (
    <section className="periodical-part">
      <h2>您的意见</h2>
      <p>
        {report.recommendation ? RECOMMENDATION_NAMES[report.recommendation] : ''}
        <span className="meta"> {SCORES.map((name, index) => `${name} ${report.scores[index] ?? '—'}`).join('　')}</span>
      </p>
      <p className="submission-words-of">{report.toAuthor}</p>
      {report.toEditor ? <p className="submission-words-of meta">给编辑：{report.toEditor}</p> : null}
    </section>
  );
}

function ReportForm({ one }: { one: JournalTaskDetail }) {
  const id = useId();
  const [version, setVersion] = useState(one.version);
  const { values, change, saved } = useStoredForm(`journal review ${one.reviewId}`, {
    recommendation: one.report.recommendation,
    scores: SCORES.map((_name, index) => one.report.scores[index] ?? 0),
    toAuthor: one.report.toAuthor,
    toEditor: one.report.toEditor,
  });
  const keep = async () => {
    const answer = await call(saveJournalReview, { body: { reviewId: one.reviewId, version, ...values } });
    setVersion(answer.version);
    saved();
  };
  const draft = useMutation({
    mutationFn: keep,
    onSuccess: async () => {
      void toast('已保存草稿');
      await refresh();
    },
  });
  const finish = useMutation({
    mutationFn: async () => {
      await keep();
      await call(ownReviewEvent, { params: { event: 'finish', reviewId: one.reviewId } });
    },
    onSuccess: async () => {
      void toast('已交回，谢谢您');
      await refresh();
    },
  });
  const wrong = draft.error ?? finish.error;
  const busy = draft.isPending || finish.isPending;
  const length = [...values.toAuthor.trim()].length;
  return (
    <form
      className="periodical-part periodical-form"
      onSubmit={(event) => {
        event.preventDefault();
        finish.mutate();
      }}
    >
      <fieldset className="periodical-choices">
        <legend>结论</legend>
        {RECOMMENDATIONS.map((value) => (
          <label key={value} className="chip">
            <input
              type="radio"
              className="unseen"
              name={`${id}-recommendation`}
              checked={values.recommendation === value}
              onChange={() => change({ recommendation: value })}
            />
            <span>{RECOMMENDATION_NAMES[value]}</span>
          </label>
        ))}
      </fieldset>
      {SCORES.map((name, index) => (
        <fieldset key={name} className="periodical-choices">
          <legend>{name}（1 差，5 好）</legend>
          {[1, 2, 3, 4, 5].map((score) => (
            <label key={score} className="chip">
              <input
                type="radio"
                className="unseen"
                name={`${id}-score-${index}`}
                checked={values.scores[index] === score}
                onChange={() => change({ scores: values.scores.map((before, at) => (at === index ? score : before)) })}
              />
              <span>{score}</span>
            </label>
          ))}
        </fieldset>
      ))}
      <label>
        给作者的意见（至少{REVIEWING.toAuthor.min}个字，现在{length}个字；分条写，作者会逐条答复）
        <textarea
          rows={10}
          maxLength={REVIEWING.toAuthor.max}
          value={values.toAuthor}
          onChange={({ target }) => change({ toAuthor: target.value })}
        />
      </label>
      <label>
        只给编辑看的话（可不填）
        <textarea rows={3} maxLength={REVIEWING.toEditor} value={values.toEditor} onChange={({ target }) => change({ toEditor: target.value })} />
      </label>
      <Attachments one={one} />
      <p className="meta">请不要写出自己的姓名和单位。作者看到的是“审稿人”和编号。</p>
      {wrong ? (
        <p className="periodical-wrong" role="alert">
          {wrong.message}
        </p>
      ) : null}
      <div className="periodical-acts">
        <button type="submit" className="button button-fill button-tall" disabled={busy}>
          {finish.isPending ? '正在提交…' : '交回意见'}
        </button>
        <button type="button" className="button button-line button-tall" disabled={busy} onClick={() => draft.mutate()}>
          保存草稿
        </button>
      </div>
    </form>
  );
}

function Attachments({ one }: { one: JournalTaskDetail }) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await work();
      await refresh();
    } catch (error) {
      void toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const send = (file: File) => {
    const body = new FormData();
    body.append('file', file);
    return run(() => call(uploadReviewFile, { query: { reviewId: one.reviewId }, body }));
  };
  return (
    <fieldset>
      <legend>附件（可不传；文件里的作者信息会自动去除）</legend>
      {one.mine.map((file) => (
        <div key={file.fileId} className="periodical-acts">
          <button type="button" className="button button-line" onClick={() => void save(one.reviewId, file.fileId)}>
            {file.name}（{bytes(file.size)}）
          </button>
          <button
            type="button"
            className="button button-line"
            disabled={busy}
            onClick={() => void run(() => call(removeReviewFile, { params: { reviewId: one.reviewId, fileId: file.fileId } }))}
          >
            删除
          </button>
        </div>
      ))}
      <input
        ref={input}
        type="file"
        className="unseen"
        tabIndex={-1}
        aria-hidden="true"
        accept={SUBMISSION.attachmentTypes.map((type) => `.${type}`).join()}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void send(file);
          target.value = '';
        }}
      />
      <button
        type="button"
        className="button button-line"
        disabled={busy || one.mine.length >= REVIEWING.files}
        onClick={() => input.current?.click()}
      >
        {busy ? '请稍候…' : '上传附件'}
      </button>
    </fieldset>
  );
}

function DeclineSheet({ reviewId, close }: { reviewId: number; close: () => void }) {
  const [value, setValue] = useState(NO_DECLINE);
  const send = useMutation({
    mutationFn: () =>
      call(ownReviewEvent, {
        params: { event: 'decline', reviewId },
        body: { ...value, declineReason: value.declineReason as '其他', reason: value.reason || value.declineReason },
      }),
    onSuccess: async () => {
      void toast('已谢绝');
      close();
      queryClient.removeQueries(allOf(journalReviewDetail));
      await refresh();
      window.history.back();
    },
  });
  return (
    <Sheet
      title="谢绝审稿"
      close={close}
      foot={
        <button
          type="button"
          className="button button-fill button-tall button-wide"
          disabled={send.isPending || value.declineReason === ''}
          onClick={() => send.mutate()}
        >
          确认谢绝
        </button>
      }
    >
      <div className="periodical-form">
        <p className="meta">谢绝后不能再打开这篇稿件。</p>
        <DeclineFields value={value} change={(part) => setValue({ ...value, ...part })} />
        {send.error ? (
          <p className="periodical-wrong" role="alert">
            {send.error.message}
          </p>
        ) : null}
      </div>
    </Sheet>
  );
}
