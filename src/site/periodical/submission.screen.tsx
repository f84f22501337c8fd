import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router-dom';
import { deadlineText } from '../../../contract/deadline.ts';
import { downloadLetterFile, ownSubmissionEvent, type OwnSubmissionDetail } from '../../../contract/periodical/own-submission.ts';
import { articlePath, SUBMISSIONS_PATH } from '../../../contract/periodical/periodical.site.ts';
import { journalSubmissionMachine } from '../../../contract/periodical/journal-submission.machine.ts';
import { yuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { bytes } from '../../format/bytes.ts';
import { loadable } from '../../loading/loadable.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed, Stale } from '../frame/state.tsx';
import { oneSubmission, refreshSubmissions } from './periodical-queries.ts';
import { RevisionWizard } from './revision-wizard.tsx';
import './periodical.css';
import './submission.css';

const FeePay = loadable(async () => (await import('../commerce/fee-pay.tsx')).FeePay);
const SubmissionForm = loadable(async () => (await import('./submission-form.tsx')).SubmissionForm);

/** One submission of the author: the form, the revision, or where it stands. */
export function SubmissionScreen() {
  const submissionId = Number(useParams()['submissionId']) || 0;
  const { data, error, refetch } = useQuery(oneSubmission(submissionId));
  return (
    <div className="periodical measure">
      <NavBar title={data?.status === 'draft' ? '投稿' : '我的投稿'} otherwise={SUBMISSIONS_PATH} />
      {error && !data ? <Failed error={error} retry={() => void refetch()} to={SUBMISSIONS_PATH} action="回到我的投稿" /> : <Stale error={error} />}
      {data ? (
        <One key={data.status} one={data} />
      ) : error ? null : (
        <div className="periodical-part" aria-busy="true">
          <Skeleton height={48} />
          <Skeleton height={320} top={16} />
        </div>
      )}
    </div>
  );
}

function One({ one }: { one: OwnSubmissionDetail }) {
  if (one.status === 'draft') return <SubmissionForm one={one} />;
  return (
    <>
      <Standing one={one} />
      {one.status === 'returned' ? <SubmissionForm one={one} /> : null}
      {one.status === 'revision' ? <RevisionWizard one={one} /> : null}
      <Letters one={one} />
      <Timeline one={one} />
    </>
  );
}

function Standing({ one }: { one: OwnSubmissionDetail }) {
  const [event, setEvent] = useState<'withdraw' | 'appeal' | null>(null);
  return (
    <section className="periodical-part">
      <p className="meta">
        {one.journalName} · {one.submissionNo}
      </p>
      <h2 className="serif submission-title">{one.title}</h2>
      <p>
        <span className={one.word === '等您处理' ? 'submission-word asks' : 'submission-word'}>{one.word}</span> {one.next}
        {one.usualDays === null ? '' : `通常需要 ${one.usualDays} 天。`}
      </p>
      {one.dueAt ? <p>请在 {deadlineText(one.dueAt)} 前处理。</p> : null}
      {one.answerBy ? <p className="meta">{deadlineText(one.answerBy)} 前没有收到决定的，依《著作权法》可以另投他刊。</p> : null}
      {one.feeFen > 0 && one.feeStatus !== 'none' ? <p>{feeWords(one)}</p> : null}
      <div className="periodical-acts">
        {one.feeOrder || one.canPayFee ? <FeePay order={one.feeOrder} canPay={one.canPayFee} kind="page_fee" targetId={one.submissionId} /> : null}
        {one.articleId === null ? null : (
          <Link className="button button-fill button-tall" to={articlePath(one.articleId)}>
            看文章
          </Link>
        )}
        {(['appeal', 'withdraw'] as const)
          .filter((name) => one.can.includes(name))
          .map((name) => (
            <button key={name} type="button" className="button button-line" onClick={() => setEvent(name)}>
              {journalSubmissionMachine.events[name].label}
            </button>
          ))}
      </div>
      {event ? <EventSheet one={one} event={event} close={() => setEvent(null)} /> : null}
    </section>
  );
}

/** The page fee and who pays it. */
function feeWords({ feeFen, feeStatus, feeStatusName, feeOrder, canPayFee }: OwnSubmissionDetail): string {
  const fee = `版面费 ¥${yuan(feeFen)}`;
  if (feeStatus !== 'due') return `${fee}：${feeStatusName}`;
  if (feeOrder?.registered) return `${fee}：${feeOrder.words}`;
  return `${fee}：${canPayFee ? '请支付，也可以转账；有困难可以向编辑部申请减免。' : '由通讯作者在“我的订单”里支付。'}`;
}

function EventSheet({ one, event, close }: { one: OwnSubmissionDetail; event: 'withdraw' | 'appeal'; close: () => void }) {
  const {
    label,
    reason,
    consequence = '',
  } = journalSubmissionMachine.events[event] as { label: string; reason?: { min: number }; consequence?: string };
  const [text, setText] = useState('');
  const least = reason?.min ?? 0;
  const send = useMutation({
    mutationFn: () => call(ownSubmissionEvent, { params: { event, submissionId: one.submissionId }, body: { reason: text.trim() } }),
    onSuccess: async () => {
      void toast(`已${label}`);
      close();
      await refreshSubmissions();
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
      <div className="periodical-form">
        {consequence ? <p className="meta">{consequence}</p> : null}
        <label>
          {event === 'appeal' ? '申诉的理由' : '撤稿的原因'}（至少{least}个字）
          <textarea rows={6} maxLength={2000} value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        {send.error ? (
          <p className="periodical-wrong" role="alert">
            {send.error.message}
          </p>
        ) : null}
      </div>
    </Sheet>
  );
}

function Letters({ one }: { one: OwnSubmissionDetail }) {
  if (one.letters.length === 0) return null;
  const save = async (letterId: number, index: number) => {
    const { receiveFile } = await import('../../api/receive-file.ts');
    const path = downloadLetterFile.path.replace('{letterId}', String(letterId)).replace('{index}', String(index));
    await receiveFile({ method: 'GET', path }).catch((error: unknown) => toastError(error));
  };
  return (
    <section className="periodical-part">
      <h2>编辑部来信</h2>
      {one.letters.map((letter) => (
        <details key={letter.letterId} className="submission-letter" open={letter === one.letters[0]}>
          <summary>
            <b>{letter.subject}</b> <span className="meta">{letter.at.slice(0, 16)}</span>
          </summary>
          <p className="submission-words-of">{letter.content}</p>
          {letter.files.map((file) => (
            <button key={file.index} type="button" className="button button-line" onClick={() => void save(letter.letterId, file.index)}>
              {file.name}（{bytes(file.size)}）
            </button>
          ))}
        </details>
      ))}
    </section>
  );
}

function Timeline({ one }: { one: OwnSubmissionDetail }) {
  return (
    <section className="periodical-part">
      <h2>经过</h2>
      <ol className="submission-timeline">
        {one.timeline.map((step) => (
          <li key={`${step.at} ${step.text}`}>
            <span className="meta">{step.at.slice(0, 10)}</span> {step.text}
          </li>
        ))}
      </ol>
    </section>
  );
}
