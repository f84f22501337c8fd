import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { deadlineText } from '../../../contract/deadline.ts';
import { downloadManuscriptFile } from '../../../contract/manuscript/manuscript-file.ts';
import {
  addAuthorMark,
  authorProof,
  finishAuthorProof,
  playAuthorProof,
  removeAuthorMark,
  type OwnProof,
} from '../../../contract/proof/author-proof.ts';
import { workFiles } from '../../../contract/manuscript/work-files.ts';
import { placeWords } from '../../../contract/proof/mark-place.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import type { AskedPlace } from '../../proof-player/proof-player.tsx';
import { loadable } from '../../loading/loadable.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';

const proofOf = (archiveId: number) => ({ ...queryOf(authorProof, { params: { archiveId } }), staleTime: 0 });

/** The author's own proof: read it, name the changes, and give it back. */
export function AuthorProofPart({ archiveId, changed }: { archiveId: number; changed: () => Promise<unknown> }) {
  const { data } = useQuery(proofOf(archiveId));
  if (!data) return null;
  return <Proof one={data} changed={changed} />;
}

const EMPTY = { quote: '', right: '', note: '' };
const ProofPlayer = loadable(async () => (await import('../../proof-player/proof-player.tsx')).ProofPlayer);

function Proof({ one, changed }: { one: OwnProof; changed: () => Promise<unknown> }) {
  const { archiveId, proofFileId } = one;
  const [values, setValues] = useState(EMPTY);
  /** The place of the next change in a recording or film. */
  const [place, setPlace] = useState<AskedPlace | null>(null);
  const [heard, setHeard] = useState<AskedPlace | null>(null);
  const { parts, making } = workFiles(one.kind);
  const again = async () => {
    await queryClient.invalidateQueries(allOf(authorProof));
    await changed();
  };
  const add = useMutation({
    mutationFn: () => call(addAuthorMark, { body: { archiveId, ...values, ...place } }),
    onSuccess: () => {
      setValues(EMPTY);
      setPlace(null);
      return again();
    },
  });
  const open = one.status === 'open';
  const goTo = (mark: OwnProof['marks'][number] | undefined) => {
    if (mark?.trackId != null && mark.startMs !== null) setHeard({ trackId: mark.trackId, startMs: mark.startMs });
  };
  const run = async (work: () => Promise<unknown>, said: string) => {
    try {
      await work();
      void toast(said);
    } catch (error) {
      void toastError(error);
    }
    await again();
  };
  const finish = async () => {
    if (await confirm(`交回${making.proof}？`, `共标出 ${one.marks.length} 处改动。交回后不能再改。`, '交回'))
      await run(() => call(finishAuthorProof, { params: { archiveId } }), '已交回，谢谢您');
  };
  const download = async () => {
    const { receiveFile } = await import('../../api/receive-file.ts');
    const path = downloadManuscriptFile.path.replace('{archiveFileId}', String(proofFileId));
    await receiveFile({ method: 'GET', path }).catch((error: unknown) => toastError(error));
  };
  return (
    <section className="author-part" aria-labelledby="progress-proof">
      <h2 id="progress-proof">{parts ? `审${making.proof}` : '看校样'}</h2>
      <p className="meta">
        {open
          ? `请在 ${deadlineText(one.dueAt)} 前${parts ? '审' : '看'}完并交回。这个阶段只改必要之处，大的改动请先与责任编辑商量。`
          : `${making.proof}已交回，编辑会逐处处理。`}
      </p>
      {parts ? (
        <ProofPlayer
          kind={one.kind}
          tracks={one.tracks}
          playOf={(trackId) => call(playAuthorProof, { params: { archiveId, trackId } })}
          marks={one.marks.map((mark) => ({ ...mark, label: mark.note || mark.right || mark.quote }))}
          shown={null}
          place={heard}
          onShow={(markId) => goTo(one.marks.find((mark) => mark.markId === markId))}
          onMark={open ? setPlace : null}
        />
      ) : proofFileId !== null ? (
        <button type="button" className="button button-line" onClick={() => void download()}>
          下载校样 PDF
        </button>
      ) : one.content && open ? (
        <details>
          <summary>在线读校样</summary>
          {/* The text comes from the server's sanitiser. */}
          <div dangerouslySetInnerHTML={{ __html: one.content }} />
        </details>
      ) : null}
      {one.marks.length > 0 ? (
        <ul className="author-list">
          {one.marks.map((mark) => (
            <li key={mark.markId} className="author-letter">
              <p>
                {mark.startMs === null ? null : (
                  <button type="button" className="button button-line" onClick={() => goTo(mark)}>
                    {placeWords(one.kind, mark)}
                  </button>
                )}{' '}
                {mark.quote ? `“${mark.quote}”` : ''}
                {mark.right ? ` 改为 “${mark.right}”` : ''}
              </p>
              {mark.note ? <p className="meta">{mark.note}</p> : null}
              {mark.decision ? <p className="meta">编辑：{mark.decision}</p> : null}
              {open && mark.decision === '' ? (
                <button
                  type="button"
                  className="button button-line"
                  onClick={() => void run(() => call(removeAuthorMark, { params: { markId: mark.markId } }), '已撤去')}
                >
                  撤去
                </button>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {open ? (
        <form
          className="author-form"
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate();
          }}
        >
          {parts ? (
            <output className="meta">
              {place
                ? `标在${placeWords(one.kind, { page: one.tracks.find(({ trackId }) => trackId === place.trackId)?.orderNum ?? 1, ...place })}`
                : '播放到要改的地方，点“标在”，再写要改什么。'}
            </output>
          ) : null}
          <label>
            {parts ? '听到或看到的' : '原文'}
            <input value={values.quote} required={!parts} maxLength={300} onChange={({ target }) => setValues({ ...values, quote: target.value })} />
          </label>
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
              className="button button-line"
              disabled={
                add.isPending || (parts ? place === null || `${values.quote}${values.right}${values.note}`.trim() === '' : values.quote.trim() === '')
              }
            >
              加一处改动
            </button>
            <button type="button" className="button button-fill" onClick={() => void finish()}>
              交回{making.proof}
            </button>
          </div>
        </form>
      ) : null}
    </section>
  );
}
