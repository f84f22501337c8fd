import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { ownManuscriptEvent, type OwnManuscriptDetail } from '../../../contract/manuscript/own-manuscript.ts';
import { workFiles } from '../../../contract/manuscript/work-files.ts';
import { markedCopy, ownRevision, REVISION, saveRevision, type Revision } from '../../../contract/manuscript/revision.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';
import { AuthorFiles } from './author-files.tsx';
import { AUTHOR_HOME, filesOf, refreshManuscripts } from './author-queries.ts';

const SAVE_MS = 800;
type Lamp = 'none' | 'saved' | 'waiting' | 'failed';
const STEPS = ['逐条答复', '修改文稿', '检查并修回'] as const;

interface Draft {
  readonly key: string;
  readonly pointId: number | null;
  readonly source: 'letter' | 'author';
  readonly text: string;
  readonly answer: string;
}

const draftOf = (revision: Revision): Draft[] => revision.points.map((point) => ({ ...point, key: `p${point.pointId}` }));

/** A revision in three steps: an answer to each point, the changed text, a last look. The answers are stored while they are written. */
export function RevisionWizard({ one }: { one: OwnManuscriptDetail }) {
  const { archiveId } = one;
  const found = useQuery({ ...queryOf(ownRevision, { params: { archiveId } }), staleTime: 0 });
  if (found.error && !found.data) return <Failed error={found.error} retry={() => void found.refetch()} to={AUTHOR_HOME} action="回到概览" />;
  if (!found.data) return found.data === null ? null : <Skeleton height={200} />;
  return <Wizard key={found.data.round} one={one} revision={found.data} refresh={() => void found.refetch()} />;
}

function Wizard({ one, revision, refresh }: { one: OwnManuscriptDetail; revision: Revision; refresh: () => void }) {
  const [step, setStep] = useState(0);
  const [points, setPoints] = useState(() => draftOf(revision));
  const [lamp, setLamp] = useState<Lamp>('none');
  const added = useRef(0);
  const latest = useRef(points);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = async (): Promise<void> => {
    clearTimeout(timer.current);
    const sent = latest.current;
    try {
      const ready = sent.filter(({ text }) => text.trim() !== '');
      const kept = await call(saveRevision, {
        body: { archiveId: one.archiveId, points: ready.map(({ pointId, text, answer }) => ({ pointId, text, answer })) },
      });
      // New points get their ids; what was written meanwhile stays.
      const fresh = kept.points.filter(({ pointId }) => !sent.some((point) => point.pointId === pointId));
      let next = 0;
      setPoints((now) => {
        const merged = now.map((point) =>
          point.pointId === null && point.text.trim() !== '' && fresh[next] ? { ...point, pointId: fresh[next++]?.pointId ?? null } : point,
        );
        latest.current = merged;
        return merged;
      });
      setLamp('saved');
    } catch {
      setLamp('failed');
    }
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  const change = (next: Draft[]): void => {
    latest.current = next;
    setPoints(next);
    setLamp('waiting');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), SAVE_MS);
  };
  const go = async (to: number): Promise<void> => {
    if (lamp === 'waiting' || lamp === 'failed') await save();
    if (to > 0) refresh();
    setStep(to);
  };
  const open = points.filter(({ answer }) => answer.trim() === '').length;
  const next = (
    <button type="button" className="button button-fill" onClick={() => void go(step + 1)}>
      下一步
    </button>
  );
  return (
    <section className="author-part" aria-labelledby="revision-title">
      <h2 id="revision-title">修改并修回</h2>
      <ol className="revision-steps">
        {STEPS.map((label, index) => (
          <li key={label}>
            <button type="button" aria-current={index === step ? 'step' : undefined} onClick={() => void go(index)}>
              {index + 1} {label}
            </button>
          </li>
        ))}
      </ol>
      {step === 0 ? (
        <Points
          points={points}
          lamp={lamp}
          change={change}
          add={() => {
            added.current += 1;
            change([...points, { key: `n${added.current}`, pointId: null, source: 'author', text: '', answer: '' }]);
          }}
          retry={() => void save()}
          next={next}
        />
      ) : null}
      {step === 1 ? (
        <>
          <p>在线写的稿子点“写正文”接着改；用文字处理软件写的，改好后上传。原来的版本都保留。</p>
          <Link className="button button-line" to={`/cms/main/archiveEdit?archiveId=${one.archiveId}`}>
            写正文
          </Link>
          <AuthorFiles one={one} />
        </>
      ) : null}
      {step === 2 ? <Last one={one} revision={revision} open={open} /> : null}
      {step === 1 ? <div className="author-acts">{next}</div> : null}
    </section>
  );
}

const LAMPS = { none: '', saved: '已存服务器', waiting: '正在保存…', failed: '没有存上' } as const;

interface PointsProps {
  readonly points: Draft[];
  readonly lamp: keyof typeof LAMPS;
  readonly change: (points: Draft[]) => void;
  readonly add: () => void;
  readonly retry: () => void;
  readonly next: ReactNode;
}

function Points({ points, lamp, change, add, retry, next }: PointsProps) {
  const set = (key: string, part: Partial<Draft>) => change(points.map((point) => (point.key === key ? { ...point, ...part } : point)));
  return (
    <>
      {points.length === 0 ? <p className="soft">编辑部的信还没有送到，或没有分条。可以先把您要改的地方写在这里。</p> : null}
      <ol className="revision-points">
        {points.map((point, index) => (
          <li key={point.key} className="author-form">
            {point.source === 'letter' ? (
              <p>{point.text}</p>
            ) : (
              <label>
                我另外改了
                <input value={point.text} maxLength={REVISION.point} onChange={({ target }) => set(point.key, { text: target.value })} />
              </label>
            )}
            <label>
              第 {index + 1} 条怎样改的
              <textarea
                rows={2}
                value={point.answer}
                maxLength={REVISION.answer}
                onChange={({ target }) => set(point.key, { answer: target.value })}
              />
            </label>
            {point.source === 'author' ? (
              <button type="button" className="button button-line" onClick={() => change(points.filter(({ key }) => key !== point.key))}>
                删去这一条
              </button>
            ) : null}
          </li>
        ))}
      </ol>
      <div className="author-acts">
        <button type="button" className="button button-line" disabled={points.length >= REVISION.points} onClick={add}>
          加一条
        </button>
        {next}
        <output className="meta">{LAMPS[lamp]}</output>
        {lamp === 'failed' ? (
          <button type="button" className="button button-line" onClick={retry}>
            重试
          </button>
        ) : null}
      </div>
    </>
  );
}

function Last({ one, revision, open }: { one: OwnManuscriptDetail; revision: Revision; open: number }) {
  const { parts } = workFiles(one.kind);
  const files = useQuery({ ...filesOf(one.archiveId), enabled: parts !== null });
  // A new take of a recording or film is a revision as well.
  const taken = parts !== null && (files.data ?? []).some(({ fileRole, createTime }) => fileRole === parts.media && createTime > one.stageSince);
  const written = revision.toVersion > revision.fromVersion;
  const changed = written || taken;
  const send = useMutation({
    mutationFn: () => call(ownManuscriptEvent, { params: { event: 'resubmit', archiveId: one.archiveId } }),
    onSuccess: () => {
      void toast('已修回');
      queryClient.removeQueries(allOf(ownRevision));
      return refreshManuscripts();
    },
  });
  const marked = async () => {
    const { receiveFile } = await import('../../api/receive-file.ts');
    const path = `${markedCopy.path.replace('{archiveId}', String(one.archiveId))}?from=${revision.fromVersion}&to=${revision.toVersion}`;
    await receiveFile({ method: 'GET', path }).catch((error: unknown) => toastError(error));
  };
  const submit = async () => {
    if (await confirm(`修回《${one.title}》？`, '修回后编辑部继续处理，答复不能再改。', '修回')) send.mutate();
  };
  return (
    <>
      <ul className="revision-checks">
        <li>{open === 0 ? '✓ 每一条都有答复' : `还有 ${open} 条没有答复`}</li>
        <li>
          {taken
            ? '✓ 已有新的录音或影片'
            : written
              ? `✓ 修改稿是第 ${revision.toVersion} 版（退修时第 ${revision.fromVersion} 版）`
              : parts
                ? '还没有存下新版本，也没有新的录音或影片'
                : '还没有存下修改稿的新版本'}
        </li>
      </ul>
      {written && revision.fromVersion > 0 ? (
        <p>
          <button type="button" className="button button-line" onClick={() => void marked()}>
            下载留痕稿
          </button>
          <span className="meta"> 两版之间的改动都标成修订，编辑也能看到。</span>
        </p>
      ) : null}
      {send.error ? (
        <p className="author-wrong" role="alert">
          {send.error.message}
        </p>
      ) : null}
      <div className="author-acts">
        <button type="button" className="button button-fill" disabled={open > 0 || !changed || send.isPending} onClick={() => void submit()}>
          修回
        </button>
      </div>
    </>
  );
}
