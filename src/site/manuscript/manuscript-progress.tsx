import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { deadlineText } from '../../../contract/deadline.ts';
import { queryEvent } from '../../../contract/manuscript/edit-task.ts';
import { MANUSCRIPT } from '../../../contract/manuscript/manuscript-limits.ts';
import { manuscriptMachine } from '../../../contract/manuscript/manuscript.machine.ts';
import { ownManuscriptEvent, removeOwnManuscript, submitManuscript, type OwnManuscriptDetail } from '../../../contract/manuscript/own-manuscript.ts';
import { acceptanceFile } from '../../../contract/manuscript/press-document.ts';
import { call } from '../../api/call.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { flushDocuments } from '../../document-editor/flush-documents.ts';
import { shortDate } from '../../format/date.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { useBack } from '../frame/nav-bar.tsx';
import { AuthorProofPart } from '../proof/author-proof-part.tsx';
import { AgreementPart } from '../protocol/agreement-part.tsx';
import { loadable } from '../../loading/loadable.ts';
import { AuthorFiles } from './author-files.tsx';
import { CoAuthors } from './co-authors.tsx';
import { refreshManuscripts } from './author-queries.ts';
import { ManuscriptSheet } from './manuscript-sheet.tsx';

const RevisionWizard = loadable(async () => (await import('./revision-wizard.tsx')).RevisionWizard);

const ADOPTED: ReadonlySet<string> = new Set(manuscriptMachine.groups.adopted);
const downloadAcceptance = (archiveId: number): Promise<unknown> =>
  receiveFile({ ...acceptanceFile, path: acceptanceFile.path.replace('{archiveId}', String(archiveId)) }).catch(toastError);

type Event = OwnManuscriptDetail['can'][number];

/** One manuscript for its author: what to do now, the steps so far, letters, questions and files. */
export function ManuscriptProgress({ one }: { one: OwnManuscriptDetail }) {
  const [editing, setEditing] = useState(false);
  const back = useBack('/authorBackground/online');
  const step = async (event: Event) => {
    const { label, consequence = '' } = manuscriptMachine.events[event];
    if (!(await confirm(`${label}《${one.title}》？`, consequence || '提交后编辑部会收到消息。', label))) return;
    try {
      await flushDocuments();
      if (event === 'submit') await call(submitManuscript, { params: { archiveId: one.archiveId } });
      else await call(ownManuscriptEvent, { params: { event, archiveId: one.archiveId } });
      void toast(`已${label}`);
    } catch (error) {
      void toastError(error);
    }
    await refreshManuscripts();
  };
  const remove = async () => {
    if (!(await confirm(`删除《${one.title}》？`, '删除后30天内可以请编辑部恢复。', '删除'))) return;
    try {
      await call(removeOwnManuscript, { params: { archiveId: one.archiveId } });
      await refreshManuscripts();
      back();
    } catch (error) {
      void toastError(error);
    }
  };
  const removable = one.status === 'draft' || one.status === 'withdrawn' || one.status === 'rejected';
  return (
    <div className="author-columns">
      <div>
        <section className="author-part" aria-labelledby="progress-now">
          <h2 id="progress-now">
            <span className={one.authorWord === '请您处理' ? 'author-word asks' : 'author-word'}>{one.authorWord}</span>
          </h2>
          <p>
            {one.nextStep}
            {one.usualDays === null ? '' : `一般 ${one.usualDays} 天。`}
            {one.dueAt ? `请在 ${deadlineText(one.dueAt)} 前完成。` : ''}
          </p>
          <p className="meta">
            {one.archiveNo ? `${one.archiveNo} · ` : ''}
            {one.wordCount} 字 · 第 {one.currentVersion} 版{one.editorName ? ` · 责任编辑 ${one.editorName}` : ''}
          </p>
          <div className="author-acts">
            {one.can
              .filter((event) => event !== 'resubmit')
              .map((event) => (
                <button
                  key={event}
                  type="button"
                  className={`button ${event === 'withdraw' ? 'button-line' : 'button-fill'}`}
                  onClick={() => void step(event)}
                >
                  {manuscriptMachine.events[event].label}
                </button>
              ))}
            {ADOPTED.has(one.status) ? (
              <button type="button" className="button button-line" onClick={() => void downloadAcceptance(one.archiveId)}>
                采用通知
              </button>
            ) : null}
            {one.editable ? (
              <>
                <Link className="button button-line" to={`/cms/main/archiveEdit?archiveId=${one.archiveId}`}>
                  写正文
                </Link>
                <button type="button" className="button button-line" onClick={() => setEditing(true)}>
                  修改信息
                </button>
              </>
            ) : (
              <Link className="button button-line" to={`/cms/main/archiveEdit?archiveId=${one.archiveId}`}>
                看正文
              </Link>
            )}
            {removable ? (
              <button type="button" className="button button-line" onClick={() => void remove()}>
                删除
              </button>
            ) : null}
          </div>
        </section>
        {one.can.includes('resubmit') ? <RevisionWizard one={one} /> : null}
        <AgreementPart archiveId={one.archiveId} changed={refreshManuscripts} />
        <AuthorProofPart archiveId={one.archiveId} changed={refreshManuscripts} />
        <Questions one={one} />
        {one.letters.length > 0 ? (
          <section className="author-part" aria-labelledby="progress-letters">
            <h2 id="progress-letters">编辑部来信</h2>
            <ul className="author-list">
              {one.letters.map((letter) => (
                <li key={letter.letterId} className="author-letter">
                  <h3>{letter.subject}</h3>
                  <time className="meta">{letter.at.slice(0, 16)}</time>
                  <p>{letter.content}</p>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </div>
      <div>
        {one.can.includes('resubmit') ? null : <AuthorFiles one={one} />}
        <CoAuthors archiveId={one.archiveId} />
        <section className="author-part" aria-labelledby="progress-steps">
          <h2 id="progress-steps">进展</h2>
          <ol className="author-timeline">
            {one.timeline.toReversed().map((row) => (
              <li key={`${row.at} ${row.text}`}>
                {row.text}
                <time className="meta">{shortDate(row.at)}</time>
                {row.note ? <p className="author-note">{row.note}</p> : null}
              </li>
            ))}
          </ol>
        </section>
      </div>
      {editing ? <ManuscriptSheet before={one} close={() => setEditing(false)} /> : null}
    </div>
  );
}

/** Questions of the editor, each with its answer. */
function Questions({ one }: { one: OwnManuscriptDetail }) {
  if (one.queries.length === 0) return null;
  return (
    <section className="author-part" aria-labelledby="progress-queries">
      <h2 id="progress-queries">编辑的质疑</h2>
      <ul className="author-list">
        {one.queries.map((query) => (
          <li key={query.queryId} className="author-letter">
            <h3>{query.text}</h3>
            <p className="meta">
              {query.place}
              {query.quote ? `　“${query.quote}”` : ''}
            </p>
            {query.answer ? <p>您的答复：{query.answer}</p> : null}
            {query.status === 'open' ? <Answer queryId={query.queryId} /> : null}
            {query.status === 'resolved' ? <p className="meta">已解决</p> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Answer({ queryId }: { queryId: number }) {
  const [text, setText] = useState('');
  const send = useMutation({
    mutationFn: () => call(queryEvent, { params: { event: 'answer', queryId }, body: { text: text.trim() } }),
    onSuccess: () => {
      void toast('已答复');
      return refreshManuscripts();
    },
  });
  return (
    <form
      className="author-form"
      onSubmit={(event) => {
        event.preventDefault();
        send.mutate();
      }}
    >
      <label>
        答复
        <textarea rows={3} value={text} required maxLength={MANUSCRIPT.query} onChange={({ target }) => setText(target.value)} />
      </label>
      {send.error ? (
        <p className="author-wrong" role="alert">
          {send.error.message}
        </p>
      ) : null}
      <button type="submit" className="button button-fill" disabled={send.isPending || text.trim() === ''}>
        答复
      </button>
    </form>
  );
}
