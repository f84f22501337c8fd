import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Input, Modal } from 'antd';
import { addEarningByHand } from '../../../contract/earnings/earning-batch.ts';
import { EARNING_SOURCES, FEE_SOURCES, TAX_CATEGORIES, type TaxCategory } from '../../../contract/earnings/earning-limits.ts';
import { AMOUNT_WORDS, fenOf } from '../../../contract/money-input.ts';
import { call } from '../../api/call.ts';
import { useActs } from '../crud/use-resource.tsx';
import { Labelled } from '../ui/labelled.tsx';
import { ChoiceInput, PeriodInput } from './batch-inputs.tsx';

type Source = (typeof FEE_SOURCES)[number];
const SOURCE_NAMES = Object.fromEntries(FEE_SOURCES.map((key) => [key, EARNING_SOURCES[key]])) as Record<Source, string>;

/** One fee by hand; another person of finance confirms it. */
export function BatchEntry({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const { act } = useActs(() => client.invalidateQueries());
  const [source, setSource] = useState<Source>('review');
  const [category, setCategory] = useState<TaxCategory>('labour');
  const [texts, setTexts] = useState({ period: '', userName: '', title: '', protocolNo: '', yuan: '', note: '' });
  const set = (change: Partial<typeof texts>) => setTexts({ ...texts, ...change });
  const wrong = texts.yuan !== '' && fenOf(texts.yuan) === null;
  const ready = ['period', 'userName', 'title', 'yuan', 'note'].every((key) => texts[key as keyof typeof texts].trim() !== '') && !wrong;
  const save = async () => {
    const body = { ...texts, source: EARNING_SOURCES[source], category: TAX_CATEGORIES[category] };
    setBusy(true);
    const added = await act(() => call(addEarningByHand, { body }), '已新增，等另一位财务人员复核');
    setBusy(false);
    if (added) onClose();
  };
  const text = (label: string, key: keyof typeof texts, most: number) => (
    <Labelled label={label}>
      {(id) => <Input id={id} maxLength={most} value={texts[key]} onChange={({ target }) => set({ [key]: target.value })} />}
    </Labelled>
  );
  return (
    <Modal
      open
      title="新增一笔其他收益"
      okText="新增，等待复核"
      cancelText="取消"
      okButtonProps={{ disabled: !ready, loading: busy }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Labelled label="计入账期">{(id) => <PeriodInput id={id} value={texts.period} onChange={(period) => set({ period })} />}</Labelled>
      {text('收款人的用户名', 'userName', 60)}
      <Labelled label="来源">{(id) => <ChoiceInput id={id} value={source} names={SOURCE_NAMES} onChange={setSource} />}</Labelled>
      <Labelled label="所得项目">{(id) => <ChoiceInput id={id} value={category} names={TAX_CATEGORIES} onChange={setCategory} />}</Labelled>
      {text('事由', 'title', 60)}
      {text('协议编号（没有可不填）', 'protocolNo', 40)}
      {text('金额（元）', 'yuan', 20)}
      {wrong ? <p role="alert">{AMOUNT_WORDS}</p> : null}
      {text('依据（审批单号、合同等）', 'note', 200)}
    </Modal>
  );
}
