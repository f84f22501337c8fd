import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Skeleton, Tag } from 'antd';
import { applyCorrections, corrections, type CompositionDetail, type Correction } from '../../../contract/composition/composition.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useEditCall } from '../manuscript/use-edit-call.ts';

/** Errors that readers found after the publication: written into the text in one step, which also makes the new edition. */
export function CorrectionPart({ one }: { one: CompositionDetail }) {
  const run = useEditCall();
  const params = { params: { compositionId: one.compositionId } };
  const found = useQuery({ ...queryOf(corrections, params), staleTime: 0 });
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [skipped, setSkipped] = useState<readonly { id: number; reason: string }[]>([]);
  const [busy, setBusy] = useState(false);
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active title={false} />;
  if (found.data.length === 0) return <p className="soft">读者还没有指出这部作品的差错。采纳读者的错字反馈后，会列在这里。</p>;
  const open = found.data.filter(({ appliedVersion }) => appliedVersion === null);
  const chosen = open.filter(({ markId }) => !left.has(markId));
  const apply = async () => {
    setBusy(true);
    await run(async () => {
      const answer = await call(applyCorrections, { ...params, body: { markIds: chosen.map(({ markId }) => markId) } });
      setSkipped(answer.skipped);
      if (answer.done.length === 0) throw new Error('没有一处能自动改入，原因列在下面');
    }, '已改入正文，新版正在制作');
    setBusy(false);
  };
  const toggle = (markId: number) =>
    setLeft((before) => (before.has(markId) ? new Set([...before].filter((id) => id !== markId)) : new Set([...before, markId])));
  return (
    <section className="manuscript-part" aria-label="勘误">
      <p>改入后生成新的EPUB，读者下次打开就是新版，阅读位置和笔记都保留；指出差错的读者会收到消息。</p>
      {skipped.length > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={`${skipped.length}处没有改入`}
          description={
            <ul>
              {skipped.map(({ id, reason }) => (
                <li key={id}>
                  “{found.data.find(({ markId }) => markId === id)?.wrong ?? id}”：{reason}
                </li>
              ))}
            </ul>
          }
        />
      ) : null}
      <ul className="correction-list">
        {found.data.map((mark) => (
          <CorrectionRow key={mark.markId} mark={mark} writes={one.writes.epub} on={!left.has(mark.markId)} toggle={() => toggle(mark.markId)} />
        ))}
      </ul>
      {one.writes.epub && open.length > 0 ? (
        <Button type="primary" loading={busy} disabled={chosen.length === 0} onClick={() => void apply()}>
          改入正文（{chosen.length}处）
        </Button>
      ) : null}
    </section>
  );
}

function CorrectionRow({ mark, writes, on, toggle }: { mark: Correction; writes: boolean; on: boolean; toggle: () => void }) {
  const words = (
    <>
      <span className="soft">{mark.context}</span>
      <del>{mark.wrong}</del>
      {mark.right ? (
        <>
          {' → '}
          <ins>{mark.right}</ins>
        </>
      ) : null}
    </>
  );
  return (
    <li>
      {mark.appliedVersion === null && writes ? (
        <Checkbox checked={on} onChange={toggle}>
          {words}
        </Checkbox>
      ) : (
        words
      )}
      <p className="soft">
        {mark.readerName} · {mark.createTime.slice(0, 16)}
        {mark.note ? ` · ${mark.note}` : ''} {mark.appliedVersion === null ? null : <Tag color="success">已改入第{mark.appliedVersion}版</Tag>}
      </p>
    </li>
  );
}
