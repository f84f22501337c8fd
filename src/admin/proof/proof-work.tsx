import { lazy, Suspense, useMemo, useState } from 'react';
import { Button, Progress, Segmented, Skeleton } from 'antd';
import type { ProofDetail, ProofMark } from '../../../contract/proof/proof.ts';
import { playMasterTrack } from '../../../contract/composition/master.ts';
import { workFiles } from '../../../contract/manuscript/work-files.ts';
import { call } from '../../api/call.ts';
import { ProofPlayer, type AskedPlace } from '../../proof-player/proof-player.tsx';
import { MarkForm } from './mark-form.tsx';
import { MarkList } from './mark-list.tsx';
import type { NewPlace } from '../../proof-sheet/mark-places.ts';
import { ProofText } from './proof-text.tsx';
import { RateBox } from './rate-box.tsx';

const ProofPdf = lazy(async () => ({ default: (await import('./proof-pdf.tsx')).ProofPdf }));

const PARTS = { round: '本校', open: '未处理', page: '本页', all: '全部' } as const;
type Part = keyof typeof PARTS;

/** The proof page with its marks on the left, the error rate and the list of marks on the right. */
export function ProofWork({ one }: { one: ProofDetail }) {
  const [page, setPage] = useState(1);
  const [shown, setShown] = useState<number | null>(null);
  const [part, setPart] = useState<Part>(one.decides ? 'open' : 'round');
  const [place, setPlace] = useState<NewPlace | null>(null);
  /** The place at which the player is asked to be. */
  const [heard, setHeard] = useState<AskedPlace | null>(null);
  const [edited, setEdited] = useState<ProofMark | null>(null);
  const marks = useMemo(
    () =>
      one.marks.filter((mark) => {
        if (part === 'round') return mark.proofId === one.proofId && mark.round === one.round;
        if (part === 'open') return mark.fate === 'pending' || mark.fate === 'carried';
        return part === 'all' || mark.page === page;
      }),
    [one, part, page],
  );
  const show = (markId: number | null) => {
    setShown(markId);
    const mark = one.marks.find((other) => other.markId === markId);
    if (mark && one.proofFileId !== null) setPage(mark.page);
    if (mark?.trackId != null && mark.startMs !== null) setHeard({ trackId: mark.trackId, startMs: mark.startMs });
  };
  const select = (chosen: NewPlace) => {
    if (!one.marksNow) return;
    setEdited(null);
    setPlace(chosen);
  };
  const done = () => {
    setPlace(null);
    setEdited(null);
  };
  const { parts } = workFiles(one.kind);
  const decided = one.marks.filter(({ fate }) => fate !== 'pending').length;
  return (
    <div className="proof-work">
      <div className="proof-left">
        {parts ? (
          <ProofPlayer
            kind={one.kind}
            tracks={one.tracks}
            playOf={(trackId) => call(playMasterTrack, { params: { trackId } })}
            marks={one.marks.map((mark) => ({ ...mark, label: mark.note || mark.right || mark.wrong }))}
            shown={shown}
            place={heard}
            onShow={show}
            // What is written in an open form stays.
            onMark={one.marksNow && !place && !edited ? (at) => select({ quote: '', context: '', place: '', ...at }) : null}
          />
        ) : one.proofFileId === null ? (
          <ProofText archiveId={one.archiveId} marks={one.marks} shown={shown} pageCharacters={one.pageCharacters} onSelect={select} onShow={show} />
        ) : (
          <Suspense fallback={<Skeleton active title={false} paragraph={{ rows: 12 }} />}>
            <ProofPdf fileId={one.proofFileId} page={page} marks={one.marks} shown={shown} onPage={setPage} onSelect={select} onShow={show} />
          </Suspense>
        )}
      </div>
      <div className="proof-right">
        <RateBox one={one} charCount={one.charCount} />
        {one.decides && one.marks.length > 0 ? (
          <div className="proof-progress">
            <span>
              已处理 {decided} / {one.marks.length} 处
            </span>
            <Progress percent={Math.round((decided / one.marks.length) * 100)} size="small" aria-label="核红进度" />
          </div>
        ) : null}
        {place || edited ? (
          <MarkForm
            key={edited?.markId ?? `${place?.trackId} ${place?.startMs} ${place?.page} ${place?.place} ${place?.context} ${place?.quote}`}
            one={one}
            mark={edited}
            place={place ?? { quote: '', context: '', page, place: '' }}
            onDone={done}
          />
        ) : one.marksNow ? (
          <div className="mark-new">
            {parts ? null : <Button onClick={() => setPlace({ quote: '', context: '', page, place: '' })}>加记号</Button>}
            <span className="soft">{parts ? '播放到要改的地方点“标在”，就在那一秒加记号。' : '选中左边的文字，就在那里加记号。'}</span>
          </div>
        ) : null}
        <div className="mark-tabs">
          <Segmented
            size="small"
            aria-label="显示的记号"
            value={part}
            options={(Object.keys(PARTS) as Part[])
              .filter((key) => key !== 'page' || one.proofFileId !== null)
              .map((key) => ({ value: key, label: PARTS[key] }))}
            onChange={setPart}
          />
          <span className="soft">{marks.length} 处</span>
        </div>
        <MarkList one={one} marks={marks} shown={shown} onShow={show} onEdit={(mark) => (setPlace(null), setEdited(mark))} />
      </div>
    </div>
  );
}
