import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, Modal, Select, type TableColumnsType } from 'antd';
import { PERIOD_PATTERN, periodName, TAX_CATEGORIES, type TaxCategory } from '../../../contract/earnings/earning-limits.ts';
import { declareTax, exportTax, taxList, taxSums, type TaxRow } from '../../../contract/earnings/tax.ts';
import { SHANGHAI_MS } from '../../../contract/clock.ts';
import { groupedYuan, yuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { anyText, oneOf, usePageList } from '../crud/use-page-list.ts';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';

const CATEGORIES = Object.keys(TAX_CATEGORIES) as TaxCategory[];
const FILTERS = { month: (text: string) => PERIOD_PATTERN.test(text), category: oneOf(CATEGORIES), keyword: anyText };
const money = (fen: number) => <span className="money-cell">{groupedYuan(fen)}</span>;
/** The month of today in Shanghai. */
const thisMonth = (): string => new Date(Date.now() + SHANGHAI_MS).toISOString().slice(0, 7);

/** The tax of a month by payee and item, with its sums, the sheet for the tax office and the declaration. */
export function TaxList({ onOpen }: { onOpen: (month: string, payee: string) => void }) {
  const client = useQueryClient();
  const narrow = useNarrow();
  const may = useCan();
  const { message } = App.useApp();
  const [busy, setBusy] = useState(false);
  const { act } = useActs(() => client.invalidateQueries());
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const [declaring, declare] = useState(false);
  const month = filter.month ?? thisMonth();
  const asked = { month, category: (filter.category ?? '') as TaxCategory | '', keyword: filter.keyword ?? '' };
  const list = useQuery({ ...queryOf(taxList, { query: { ...page, ...asked } }), placeholderData: (before) => before });
  const sums = useQuery({ ...queryOf(taxSums, { query: asked }), placeholderData: (before) => before });
  const save = async () => {
    try {
      await receiveFile(exportTax, asked);
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  const acts = (row: TaxRow) => (
    <button type="button" className="row-act" onClick={() => onOpen(month, row.payee)}>
      收益
    </button>
  );
  const columns: TableColumnsType<TaxRow> = [
    { title: '收款人', dataIndex: 'payee', width: 110, ellipsis: true, render: (_value, row) => row.realName || row.payee },
    { title: '证件', key: 'document', width: 150, render: (_value, row) => (row.idTail ? `${row.idTypeName} 尾号${row.idTail}` : '没有证件号码') },
    { title: '居民身份', dataIndex: 'residence', width: 110 },
    { title: '所得项目', dataIndex: 'category', width: 90, render: (value: TaxCategory) => TAX_CATEGORIES[value] },
    { title: '作品或事由', dataIndex: 'title', width: 180, ellipsis: true },
    { title: '收入额', dataIndex: 'incomeFen', width: 110, align: 'right', render: money },
    { title: '减除费用', dataIndex: 'deductionFen', width: 110, align: 'right', render: money },
    { title: '应纳税所得额', dataIndex: 'taxableFen', width: 120, align: 'right', render: money },
    { title: '税率', dataIndex: 'rateBp', width: 70, align: 'right', render: (bp: number) => `${bp / 100}%` },
    { title: '速算扣除', dataIndex: 'quickFen', width: 90, align: 'right', render: money },
    { title: '应纳税额', dataIndex: 'taxFen', width: 110, align: 'right', render: money },
    { title: '此前已扣', dataIndex: 'beforeFen', width: 100, align: 'right', render: money },
    { title: '本次代扣', dataIndex: 'nowFen', width: 100, align: 'right', render: money },
    { title: '规则', dataIndex: 'version', width: 90 },
    { title: '操作', key: 'actions', width: 90, render: (_value, row) => acts(row) },
  ];
  const declared = sums.data?.declaredAt ?? '';
  return (
    <>
      <div className="admin-toolbar">
        <Input
          type="month"
          aria-label="计税月份"
          style={{ width: 160 }}
          value={month}
          onChange={({ target }) => setFilter({ month: target.value })}
        />
        <Select
          aria-label="所得项目"
          style={{ width: 120 }}
          value={asked.category}
          options={[{ value: '', label: '全部项目' }, ...CATEGORIES.map((value) => ({ value, label: TAX_CATEGORIES[value] }))]}
          onChange={(category: string) => setFilter({ category })}
        />
        <Input.Search
          key={asked.keyword}
          defaultValue={asked.keyword}
          aria-label="按收款人或作品查找"
          placeholder="收款人或作品"
          allowClear
          style={{ width: 200 }}
          onSearch={(text) => setFilter({ keyword: text.trim() })}
        />
        {may('earnings:tax:export') && !narrow ? <Button onClick={() => void save()}>导出</Button> : null}
        {sums.data?.canDeclare ? (
          <Button type="primary" onClick={() => declare(true)}>
            登记已申报
          </Button>
        ) : null}
      </div>
      {sums.data ? (
        <p className="earning-sums" aria-live="polite">
          <span>{sums.data.count}项</span>
          <span>收入 {groupedYuan(sums.data.incomeFen)}</span>
          <span>代扣个税 {groupedYuan(sums.data.taxFen)}</span>
          <span>{declared ? `${declared.slice(0, 10)} ${sums.data.declaredBy}已申报` : '尚未申报'}</span>
        </p>
      ) : null}
      <TaskList
        list={list}
        rowKey="key"
        columns={columns}
        width={1650}
        empty={`${periodName(month)}没有结算的收益`}
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.realName || row.payee}</strong> {TAX_CATEGORIES[row.category]}
            <div className="soft">
              {row.title} · 收入{groupedYuan(row.incomeFen)} · 应纳税额{groupedYuan(row.taxFen)}
            </div>
            {acts(row)}
          </>
        )}
      />
      {declaring && sums.data ? (
        <Modal
          open
          title={`登记${periodName(month)}个税已申报？`}
          okText="已申报并缴款"
          cancelText="取消"
          confirmLoading={busy}
          onOk={async () => {
            setBusy(true);
            const done = await act(() => call(declareTax, { params: { month } }), '已登记');
            setBusy(false);
            if (done) declare(false);
          }}
          onCancel={() => declare(false)}
        >
          <p>全月代扣{yuan(sums.data.monthFen)}元，记为已缴。之后这个月不能再结算收益，也不能撤销。</p>
        </Modal>
      ) : null}
    </>
  );
}
