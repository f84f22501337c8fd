import { useState, type Key } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, Select, Table, Tag, type TableColumnsType } from 'antd';
import { PERIOD_PATTERN, periodName } from '../../../contract/earnings/earning-limits.ts';
import { earningEvent, earningList, EARNING_STATES, earningSums, type EarningRow, type EarningState } from '../../../contract/earnings/earning.ts';
import { earningMachine } from '../../../contract/earnings/earning.machine.ts';
import { sum, groupedYuan, yuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { CardPaging, listPaging } from '../crud/list-paging.tsx';
import { emptyText, LoadFailed } from '../crud/list-states.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { anyText, oneOf, usePageList } from '../crud/use-page-list.ts';
import { useCan } from '../crud/use-resource.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { EarningDrawer } from './earning-drawer.tsx';

const isMonth = (text: string): boolean => PERIOD_PATTERN.test(text);
const FILTERS = { period: isMonth, taxMonth: isMonth, status: oneOf(EARNING_STATES), keyword: anyText };
const money = (fen: number) => <span className="money-cell">{groupedYuan(fen)}</span>;
const EMPTY = '本期暂无收益';

/** Earnings lines with the sums of the filter; the chosen ones are settled together. */
export function EarningList() {
  const client = useQueryClient();
  const narrow = useNarrow();
  const may = useCan();
  const { message, modal } = App.useApp();
  const { id: open, open: show, close } = useOpenRow();
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const [chosen, choose] = useState<readonly Key[]>([]);
  const asked = {
    period: filter.period ?? '',
    status: (filter.status ?? '') as EarningState | '',
    taxMonth: filter.taxMonth ?? '',
    keyword: filter.keyword ?? '',
  };
  const list = useQuery({ ...queryOf(earningList, { query: { ...page, ...asked } }), placeholderData: (before) => before });
  const sums = useQuery({ ...queryOf(earningSums, { query: asked }), placeholderData: (before) => before });
  const { rows = [], total = 0 } = list.data ?? {};
  const picked = rows.filter((row) => chosen.includes(row.earningId) && row.can.includes('confirm'));
  const settle = async () => {
    const fen = sum(picked.map(({ grossFen }) => grossFen));
    const agreed = await modal.confirm({
      title: `结算${picked.length}笔收益，应付${yuan(fen)}元？`,
      content: '计入收款人的余额，按本月代扣个税。计算的人不能结算。',
      okText: '结算',
      cancelText: '取消',
    });
    if (!agreed) return;
    try {
      const body = { earningIds: picked.map(({ earningId }) => earningId), reason: '', grossFen: null };
      const { done, skipped } = await call(earningEvent, { params: { event: 'confirm' as const }, body });
      if (skipped.length > 0) void message.warning(`已结算${done}笔，${skipped.length}笔未结算：${skipped[0]?.reason ?? ''}`);
      else void message.success(`已结算${done}笔`);
    } catch (error) {
      void message.error(errorMessage(error));
    }
    choose([]);
    await client.invalidateQueries();
  };
  const act = (row: EarningRow) => (
    <button type="button" className="row-act" onClick={() => show(row.earningId)}>
      明细
    </button>
  );
  const columns: TableColumnsType<EarningRow> = [
    { title: '编号', dataIndex: 'earningNo', width: 170, render: (text: string) => <span className="code">{text}</span> },
    { title: '收款人', dataIndex: 'payee', width: 110, ellipsis: true },
    { title: '作品或事由', dataIndex: 'title', width: 200, ellipsis: true },
    { title: '来源', dataIndex: 'sourceName', width: 120 },
    { title: '协议', dataIndex: 'protocolNo', width: 130 },
    { title: '应付', dataIndex: 'grossFen', width: 110, align: 'right', render: money },
    { title: '代扣税', dataIndex: 'taxFen', width: 100, align: 'right', render: money },
    { title: '实付', dataIndex: 'netFen', width: 110, align: 'right', render: money },
    { title: '状态', dataIndex: 'status', width: 90, render: (_value, row) => <StateTag machine={earningMachine} state={row.status} /> },
    { title: '操作', key: 'actions', width: 90, fixed: 'right', render: (_value, row) => act(row) },
  ];
  return (
    <>
      <div className="admin-toolbar">
        <Input
          type="month"
          aria-label="账期"
          style={{ width: 160 }}
          value={asked.period}
          onChange={({ target }) => setFilter({ period: target.value })}
        />
        <Select
          aria-label="状态"
          style={{ width: 120 }}
          value={asked.status}
          options={[{ value: '', label: '全部状态' }, ...EARNING_STATES.map((value) => ({ value, label: earningMachine.states[value].label }))]}
          onChange={(status: string) => setFilter({ status })}
        />
        <Input.Search
          key={asked.keyword}
          defaultValue={asked.keyword}
          aria-label="按收款人、作品或编号查找"
          placeholder="收款人、作品或编号"
          allowClear
          style={{ width: 220 }}
          onSearch={(text) => setFilter({ keyword: text.trim() })}
        />
        {asked.taxMonth ? (
          <Tag closable onClose={() => setFilter({ taxMonth: '' })}>
            {periodName(asked.taxMonth)}计税
          </Tag>
        ) : null}
        {may('earnings:yield:settle') && !narrow ? (
          <Button type="primary" disabled={picked.length === 0} onClick={() => void settle()}>
            结算所选{picked.length > 0 ? `（${picked.length}）` : ''}
          </Button>
        ) : null}
      </div>
      {sums.data ? (
        <p className="earning-sums">
          <span>应付 {groupedYuan(sums.data.grossFen)}</span>
          <span>代扣税 {groupedYuan(sums.data.taxFen)}</span>
          <span>实付 {groupedYuan(sums.data.netFen)}</span>
          <span>有异议 {sums.data.disputed}</span>
          <span>待结 {sums.data.pending}</span>
        </p>
      ) : null}
      {list.isError && rows.length === 0 ? (
        <LoadFailed query={list} />
      ) : narrow ? (
        <>
          <ul className="admin-cards">
            {rows.map((row) => (
              <li key={row.earningId}>
                <div>
                  <strong>{row.title}</strong> <StateTag machine={earningMachine} state={row.status} />
                  <div className="soft">
                    {row.payee} · {row.sourceName} · 应付{groupedYuan(row.grossFen)} · 实付{groupedYuan(row.netFen)}
                  </div>
                  {act(row)}
                </div>
              </li>
            ))}
          </ul>
          {rows.length === 0 ? <p className="soft board-none">{EMPTY}</p> : null}
          <CardPaging page={page} total={total} setPage={setPage} />
        </>
      ) : (
        <Table<EarningRow>
          rowKey="earningId"
          columns={columns}
          dataSource={rows}
          loading={list.isPending}
          rowSelection={{
            selectedRowKeys: [...chosen],
            onChange: (keys) => choose(keys),
            getCheckboxProps: (row) => ({ disabled: !row.can.includes('confirm'), 'aria-label': `选择${row.earningNo}` }) as { disabled: boolean },
          }}
          pagination={listPaging(page, total, narrow, setPage)}
          onChange={({ current }) => setPage({ ...page, pageNum: current ?? 1 })}
          scroll={{ x: 1270 }}
          locale={{ emptyText: emptyText(list, EMPTY) }}
          style={{ paddingInline: 16 }}
        />
      )}
      {open ? <EarningDrawer key={open} earningId={open} onClose={close} /> : null}
    </>
  );
}
