import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Descriptions } from 'antd';
import { yuan } from '../../../contract/money.ts';
import { protocolTerms, saveTerms, TERM_PERIODS, type TermsBody, type TermsVersion } from '../../../contract/protocol/term.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useActs } from '../crud/use-resource.tsx';
import { TermsForm } from './terms-form.tsx';

const percent = (bp: number): string => (bp === 0 ? '无' : `${bp / 100}%`);

const itemsOf = (terms: TermsBody) => [
  {
    key: 'paper',
    label: '纸书版税',
    children: terms.paperTiers.map(({ fromCopies, bp }) => `第${fromCopies}册起 ${percent(bp)}`).join('，') || '无',
  },
  { key: 'ebook', label: '电子书分成', children: percent(terms.ebookShareBp) },
  { key: 'audio', label: '有声与视频分成', children: percent(terms.audioShareBp) },
  { key: 'least', label: '首次结算最低册数', children: terms.leastCopies },
  { key: 'advance', label: '预付款', children: terms.advanceFen === 0 ? '无' : `${yuan(terms.advanceFen)}元，${terms.recoup ? '抵扣' : '不抵扣'}` },
  { key: 'reserve', label: '退货准备金', children: percent(terms.reserveBp) },
  { key: 'period', label: '结算', children: TERM_PERIODS[terms.period] },
];
const nameOf = ({ amendNo, from }: TermsVersion): string => `${amendNo === 0 ? '协议' : `补充协议${amendNo}`} · ${from ? `${from}起` : '未生效'}`;

/** The versions of the terms that decide what authors earn, and their form while the agreement is a draft. */
export function TermsPart({ protocolId }: { protocolId: number }) {
  const client = useQueryClient();
  const found = useQuery({ ...queryOf(protocolTerms, { params: { protocolId } }), staleTime: 0 });
  const { act } = useActs(() => client.invalidateQueries());
  const [draft, setDraft] = useState<TermsBody | null>(null);
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  const { versions = [], editable = false } = found.data ?? {};
  const last = versions.at(-1);
  const save = async (terms: TermsBody) => {
    if (await act(() => call(saveTerms, { params: { protocolId }, body: terms }), '已保存条款')) setDraft(null);
  };
  return (
    <section aria-label="收益条款">
      <h3>收益条款</h3>
      {versions.map((version) => (
        <Descriptions key={version.amendNo} size="small" column={2} title={nameOf(version)} items={itemsOf(version)} />
      ))}
      {draft ? (
        <>
          <TermsForm terms={draft} change={setDraft} />
          <Button type="primary" onClick={() => void save(draft)}>
            保存条款
          </Button>{' '}
          <Button onClick={() => setDraft(null)}>取消</Button>
        </>
      ) : editable && last ? (
        <Button className="no-print" onClick={() => setDraft(bodyOf(last))}>
          修改条款
        </Button>
      ) : null}
    </section>
  );
}

/** The terms of a version, as a change of them begins. */
export const bodyOf = ({ amendNo: _amendNo, from: _from, ...terms }: TermsVersion): TermsBody => terms;
