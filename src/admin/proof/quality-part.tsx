import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Input, InputNumber, Select, Skeleton, Tag } from 'antd';
import {
  addQualityCheck,
  CHECK_KIND_NAMES,
  CHECK_KINDS,
  qualityChecks,
  signQualityCheck,
  SIGNER_NAMES,
  type CheckKind,
} from '../../../contract/proof/quality-check.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useCan } from '../crud/use-resource.tsx';
import { useEditCall } from '../manuscript/use-edit-call.ts';
import { Labelled } from '../ui/labelled.tsx';

/** E94: quality checks with their signatures; a signed check of the sample copy opens the way to the sale. */
export function QualityPart({ archiveId }: { archiveId: number }) {
  const run = useEditCall();
  const found = useQuery({ ...queryOf(qualityChecks, { params: { archiveId } }), staleTime: 0 });
  const [adding, setAdding] = useState(false);
  const may = useCan();
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active title={false} />;
  return (
    <section className="manuscript-part" aria-label="质量检查">
      <p className="soft">图书上架前要有合格的样书检查，由责任编辑、责任校对、主管签署。</p>
      {found.data.length === 0 ? <p>还没有检查记录</p> : null}
      <ul className="part-list">
        {found.data.map((check) => (
          <li key={check.checkId}>
            <div className="grow">
              <div>
                {CHECK_KIND_NAMES[check.kind]}{' '}
                <Tag color={check.verdict === 'pass' ? 'success' : 'error'}>{check.verdict === 'pass' ? '合格' : '不合格'}</Tag>第 {check.pageFrom}–
                {check.pageTo} 页，{check.charCount.toLocaleString('zh-CN')} 字，差错率 {check.rate}
              </div>
              {check.opinion ? <div>{check.opinion}</div> : null}
              <span className="soft">
                {check.inspectorName} {check.createTime.slice(0, 10)}
                {check.signatures.map((one) => ` · ${SIGNER_NAMES[one.role]} ${one.userName} 已签`).join('')}
              </span>
            </div>
            {check.maySign ? (
              <Button size="small" onClick={() => void run(() => call(signQualityCheck, { params: { checkId: check.checkId } }), '已签署')}>
                以{SIGNER_NAMES[check.maySign]}签署
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {adding ? (
        <CheckForm archiveId={archiveId} onDone={() => setAdding(false)} />
      ) : addQualityCheck.access.some((permission) => may(permission)) ? (
        <Button onClick={() => setAdding(true)}>登记检查</Button>
      ) : null}
    </section>
  );
}

function CheckForm({ archiveId, onDone }: { archiveId: number; onDone: () => void }) {
  const run = useEditCall();
  const [kind, setKind] = useState<CheckKind>('sample');
  const [counts, setCounts] = useState({ pageFrom: 1, pageTo: 1, charCount: 100_000, score: 0 });
  const [opinion, setOpinion] = useState('');
  const rate = counts.charCount > 0 ? (counts.score / counts.charCount) * 10_000 : 0;
  const number = (key: keyof typeof counts, label: string, step = 0) => (
    <Labelled label={label}>
      {(id) => <InputNumber id={id} value={counts[key]} min={0} precision={step} onChange={(value) => setCounts({ ...counts, [key]: value ?? 0 })} />}
    </Labelled>
  );
  const save = () =>
    run(
      () => call(addQualityCheck, { body: { archiveId, kind, ...counts, score: Math.round(counts.score * 100), opinion: opinion.trim() } }),
      '检查已登记',
    ).then((done) => done && onDone());
  return (
    <form
      className="event-fields"
      aria-label="登记检查"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <div className="proof-grid">
        <Labelled label="种类">
          {(id) => (
            <Select id={id} value={kind} options={CHECK_KINDS.map((value) => ({ value, label: CHECK_KIND_NAMES[value] }))} onChange={setKind} />
          )}
        </Labelled>
        {number('pageFrom', '起始页')}
        {number('pageTo', '结束页')}
        {number('charCount', '抽查字数')}
        {number('score', '差错分', 2)}
      </div>
      <p className={rate > 1 ? 'late' : 'soft'} aria-live="polite">
        差错率 {rate.toFixed(2)} / 万字，{rate > 1 ? '不合格' : '合格'}
      </p>
      <Labelled label="意见">
        {(id) => (
          <Input.TextArea id={id} value={opinion} maxLength={1000} autoSize={{ minRows: 2 }} onChange={({ target }) => setOpinion(target.value)} />
        )}
      </Labelled>
      <div className="mark-row">
        <Button type="primary" htmlType="submit">
          登记
        </Button>
        <Button onClick={onDone}>取消</Button>
      </div>
    </form>
  );
}
