import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { deadlineText } from '../../../contract/deadline.ts';
import { workFiles } from '../../../contract/manuscript/work-files.ts';
import { addAuthorMark, playAuthorProof, type OwnProof } from '../../../contract/proof/author-proof.ts';
import { placeWords } from '../../../contract/proof/mark-time.ts';
import { call } from '../../api/call.ts';
import { ProofPlayer, type AskedPlace } from '../../proof-player/proof-player.tsx';
import { AuthorMark } from './author-proof-mark.tsx';
import { useProofSteps } from './use-proof-steps.ts';

const EMPTY = { quote: '', right: '', note: '' };

/** The author's own proof of a recording or film: play it, mark the seconds that must change, and give it back. */
export function PlayedProof({ one, changed }: { one: OwnProof; changed: () => Promise<unknown> }) {
  const { archiveId } = one;
  const { making } = workFiles(one.kind);
  const [values, setValues] = useState(EMPTY);
  /** The place of the next change. */
  const [place, setPlace] = useState<AskedPlace | null>(null);
  const [heard, setHeard] = useState<AskedPlace | null>(null);
  const { again, run, finish } = useProofSteps({ archiveId, name: making.proof, marks: one.marks, changed });
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
  const ended = {
    done: `${making.proof}已交回，编辑会逐处处理。`,
    ended: `${making.proof}阶段已经结束，不能再标改动；如还有必要的改动，请联系责任编辑。`,
  };
  const numberOf = (trackId: number): number => one.tracks.find((track) => track.trackId === trackId)?.orderNum ?? 1;
  return (
    <section className="author-part" aria-labelledby="progress-proof">
      <h2 id="progress-proof">审{making.proof}</h2>
      <p className="meta">
        {one.status === 'open'
          ? `请在 ${deadlineText(one.dueAt)} 前审完并交回。这个阶段只改必要之处，大的改动请先与责任编辑商量。`
          : ended[one.status]}
      </p>
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
      {one.marks.length > 0 ? (
        <ul className="author-list">
          {one.marks.map((mark) => {
            const toSecond = (
              <button type="button" className="button button-line" onClick={() => goTo(mark)}>
                {placeWords(one.kind, mark)}
              </button>
            );
            return <AuthorMark key={mark.markId} mark={mark} place={mark.startMs === null ? null : toSecond} unquoted="" open={open} run={run} />;
          })}
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
          <output className="meta">
            {place ? `标在${placeWords(one.kind, { page: numberOf(place.trackId), ...place })}` : '播放到要改的地方，点“标在”，再写要改什么。'}
          </output>
          <label>
            听到或看到的
            <input value={values.quote} maxLength={300} onChange={({ target }) => setValues({ ...values, quote: target.value })} />
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
              disabled={add.isPending || place === null || `${values.quote}${values.right}${values.note}`.trim() === ''}
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
