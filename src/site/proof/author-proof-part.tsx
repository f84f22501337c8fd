import { useEffect, useRef, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { deadlineText } from '../../../contract/deadline.ts';
import { workFiles } from '../../../contract/manuscript/work-files.ts';
import { downloadManuscriptFile } from '../../../contract/manuscript/manuscript-file.ts';
import { addAuthorMark, authorProof, type OwnProof } from '../../../contract/proof/author-proof.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { loadable } from '../../loading/loadable.ts';
import type { NewPlace } from '../../proof-sheet/mark-places.ts';
import { toastError } from '../frame/dialogs.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { AuthorMark } from './author-proof-mark.tsx';
import { useProofSteps } from './use-proof-steps.ts';

const proofOf = (archiveId: number) => ({ ...queryOf(authorProof, { params: { archiveId } }), staleTime: 0 });

/** pdf.js and the sheet are loaded for authors who have a proof. */
const AuthorProofSheet = loadable(async () => (await import('./author-proof-sheet.tsx')).AuthorProofSheet, <Skeleton height={320} />);

/** Recordings and films are played instead of read. */
const PlayedProof = loadable(async () => (await import('./played-proof.tsx')).PlayedProof, <Skeleton height={320} />);

/** The author's own proof: read it, mark the changes where they are, and give it back. */
export function AuthorProofPart({ archiveId, changed }: { archiveId: number; changed: () => Promise<unknown> }) {
  const { data } = useQuery(proofOf(archiveId));
  if (!data) return null;
  return workFiles(data.kind).parts ? <PlayedProof one={data} changed={changed} /> : <Proof one={data} changed={changed} />;
}

const NOWHERE: NewPlace = { quote: '', context: '', page: 1, place: '' };
const ENDED = {
  open: '',
  done: '校样已交回，编辑会逐处处理。',
  ended: '校样阶段已经结束，不能再标改动；如还有必要的改动，请联系责任编辑。',
} as const;
const EMPTY = { right: '', note: '' };

function Proof({ one, changed }: { one: OwnProof; changed: () => Promise<unknown> }) {
  const { archiveId, proofFileId } = one;
  const [values, setValues] = useState(EMPTY);
  const [place, setPlace] = useState(NOWHERE);
  const [page, setPage] = useState(1);
  const { again, run, finish } = useProofSteps({ archiveId, name: '校样', marks: one.marks, changed });
  const add = useMutation({
    mutationFn: () => call(addAuthorMark, { body: { archiveId, ...place, ...values } }),
    onSuccess: () => {
      setValues(EMPTY);
      setPlace(NOWHERE);
      document.getSelection()?.removeAllRanges();
      return again();
    },
  });
  const open = one.status === 'open';
  const placed = place.quote !== '' || place.place !== '';
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (placed) form.current?.scrollIntoView({ block: 'nearest' });
  }, [placed]);
  const pick = (picked: NewPlace) => {
    add.reset();
    setPlace(picked);
  };
  const download = async () => {
    const { receiveFile } = await import('../../api/receive-file.ts');
    const path = downloadManuscriptFile.path.replace('{archiveFileId}', String(proofFileId));
    await receiveFile({ method: 'GET', path }).catch((error: unknown) => toastError(error));
  };
  return (
    <section className="author-part" aria-labelledby="progress-proof">
      <h2 id="progress-proof">看校样</h2>
      <p className="meta">
        {open
          ? `请在 ${deadlineText(one.dueAt)} 前看完并交回。在校样上选中要改的文字，写明改为什么；只改必要之处，大的改动请先与责任编辑商量。`
          : ENDED[one.status]}
      </p>
      {proofFileId !== null || one.content !== '' ? <AuthorProofSheet one={one} page={page} onPage={setPage} onPlace={pick} /> : null}
      {proofFileId !== null ? (
        <p>
          <button type="button" className="button button-line" onClick={() => void download()}>
            下载校样 PDF
          </button>
        </p>
      ) : null}
      {open && placed ? (
        <form
          ref={form}
          className="author-form author-proof-form"
          aria-label="标一处改动"
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate();
          }}
        >
          <blockquote>
            {place.quote ? `“${place.quote}”` : '页面上的一处'}
            {proofFileId === null ? null : <span className="meta"> 第 {place.page} 页</span>}
          </blockquote>
          <label>
            改为
            <input value={values.right} maxLength={300} onChange={({ target }) => setValues({ ...values, right: target.value })} />
          </label>
          <label>
            说明
            <textarea rows={2} value={values.note} maxLength={500} onChange={({ target }) => setValues({ ...values, note: target.value })} />
          </label>
          {add.error ? (
            <p className="author-wrong" role="alert">
              {add.error.message}
            </p>
          ) : null}
          <div className="author-acts">
            <button
              type="submit"
              className="button button-fill"
              disabled={add.isPending || (values.right.trim() === '' && values.note.trim() === '')}
            >
              加这处改动
            </button>
            <button type="button" className="button button-line" onClick={() => setPlace(NOWHERE)}>
              取消
            </button>
          </div>
        </form>
      ) : null}
      {one.marks.length > 0 ? (
        <ul className="author-list">
          {one.marks.map((mark) => {
            const toPage = (
              <button type="button" className="link" onClick={() => setPage(mark.page)}>
                第 {mark.page} 页
              </button>
            );
            return (
              <AuthorMark key={mark.markId} mark={mark} place={proofFileId === null ? null : toPage} unquoted="页面上的一处" open={open} run={run} />
            );
          })}
        </ul>
      ) : null}
      {open ? (
        <div className="author-acts">
          <button type="button" className="button button-fill" onClick={() => void finish()}>
            交回校样
          </button>
        </div>
      ) : null}
    </section>
  );
}
