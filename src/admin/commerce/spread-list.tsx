import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Space, type TableColumnsType } from 'antd';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { spreadMachine } from '../../../contract/commerce/spread/spread.machine.ts';
import {
  exportSpread,
  SPREAD_STATES,
  spreadEvent,
  spreadList,
  spreadSums,
  type SPREAD_EVENTS,
  type SpreadRow,
  type SpreadState,
} from '../../../contract/commerce/spread/spread.ts';
import { yuan } from '../../../contract/money.ts';
import { allOf } from '../../api/all-of.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { price } from '../../format/number.ts';
import { loadable } from '../../loading/loadable.ts';
import { OnlyRow } from '../crud/only-row.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { FilterChoice, FilterText, ListSums } from '../crud/list-filters.tsx';
import { anyText, oneOf, usePageList } from '../crud/use-page-list.ts';
import { useCan } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { errorMessage } from '../ui/error-message.ts';

const SpreadForm = loadable(async () => (await import('./spread-form.tsx')).SpreadForm);

const FILTERS = { status: oneOf(SPREAD_STATES), code: anyText, promoter: anyText, title: anyText };
const SEARCHES = [
  ['code', '推广码'],
  ['promoter', '推广人'],
  ['title', '作品'],
] as const;
const amount = (fen: number) => <span className="money-cell">{yuan(fen)}</span>;
const nameOf = ({ publishId, title }: SpreadRow): string => (publishId === null ? title : inTitleMarks(title));
const addressOf = ({ path }: SpreadRow): string => location.origin + path;

/** The links of the filter with clicks, orders and commission, and the sums of all its pages. */
export function SpreadList() {
  const client = useQueryClient();
  const may = useCan();
  const { message } = App.useApp();
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const [asked, ask] = useState<{ row: SpreadRow; event: (typeof SPREAD_EVENTS)[number] } | null>(null);
  const [adding, setAdding] = useState(false);
  const { id: only, close: showAll } = useOpenRow();
  const query = { ...filter, status: (filter.status ?? '') as SpreadState | '', ...(only ? { spreadId: only } : {}) };
  const list = useQuery({ ...queryOf(spreadList, { query: { ...query, ...page } }), placeholderData: (before) => before });
  const sums = useQuery({ ...queryOf(spreadSums, { query }), placeholderData: (before) => before });
  const refresh = async (): Promise<void> => {
    await Promise.all([client.invalidateQueries(allOf(spreadList)), client.invalidateQueries(allOf(spreadSums))]);
  };
  const copy = async (row: SpreadRow): Promise<void> => {
    await navigator.clipboard.writeText(addressOf(row)).then(
      () => message.success('链接已复制'),
      () => message.error('没能复制，请选中链接手动复制'),
    );
  };
  const save = async (): Promise<void> => {
    try {
      await receiveFile(exportSpread, query);
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  const acts = (row: SpreadRow) => (
    <Space size={12} wrap>
      {row.status === 'ended' ? null : (
        <button type="button" className="row-act" onClick={() => void copy(row)}>
          复制
        </button>
      )}
      {row.can.map((event) => (
        <button key={event} type="button" className="row-act" onClick={() => ask({ row, event })}>
          {spreadMachine.events[event].label}
        </button>
      ))}
    </Space>
  );
  const columns: TableColumnsType<SpreadRow> = [
    { title: '推广码', dataIndex: 'code', width: 106, render: (text: string) => <span className="code">{text}</span> },
    { title: '状态', dataIndex: 'status', width: 100, render: (_value, row) => <StateTag machine={spreadMachine} state={row.status} /> },
    { title: '推广人', dataIndex: 'nickName', width: 96, ellipsis: true },
    { title: '作品', key: 'title', width: 150, ellipsis: true, render: (_value, row) => nameOf(row) },
    { title: '比例', dataIndex: 'rateBp', width: 70, align: 'right', render: (bp: number) => `${bp / 100}%` },
    { title: '截止', dataIndex: 'validTo', width: 110, render: (text: string) => text || '不限' },
    { title: '点击', dataIndex: 'clickNum', width: 68, align: 'right' },
    { title: '订单', dataIndex: 'orderNum', width: 68, align: 'right' },
    { title: '成交', dataIndex: 'amountFen', width: 96, align: 'right', render: amount },
    { title: '待计佣金', dataIndex: 'pendingFen', width: 96, align: 'right', render: amount },
    { title: '已计佣金', dataIndex: 'countedFen', width: 96, align: 'right', render: amount },
    { title: '操作', key: 'actions', width: 160, render: (_value, row) => acts(row) },
  ];
  return (
    <>
      <search className="crud-search">
        <FilterChoice
          label="状态"
          value={filter.status}
          options={SPREAD_STATES.map((value) => ({ value, label: spreadMachine.states[value].label }))}
          onChange={(status) => setFilter({ status })}
        />
        {SEARCHES.map(([key, label]) => (
          <FilterText key={key} label={label} value={filter[key]} onSearch={(text) => setFilter({ [key]: text })} />
        ))}
      </search>
      {may('pay:spread:add') || may('pay:spread:export') ? (
        <div className="admin-toolbar">
          {may('pay:spread:add') ? (
            <Button type="primary" onClick={() => setAdding(true)}>
              新增
            </Button>
          ) : null}
          {may('pay:spread:export') ? <Button onClick={() => void save()}>导出</Button> : null}
        </div>
      ) : null}
      {only ? <OnlyRow what="链接" showAll={showAll} /> : null}
      {sums.data ? (
        <ListSums
          items={[
            ['链接', `${sums.data.links} 个`],
            ['点击', `${sums.data.clickNum} 次`],
            ['订单', `${sums.data.orderNum} 笔`],
            ['成交', price(sums.data.amountFen)],
            ['待计佣金', price(sums.data.pendingFen)],
            ['已计佣金', price(sums.data.countedFen)],
          ]}
        />
      ) : null}
      <TaskList
        list={list}
        rowKey="spreadId"
        columns={columns}
        width={1140}
        empty="暂无推广"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{nameOf(row)}</strong> <StateTag machine={spreadMachine} state={row.status} />
            <div className="soft">
              <span className="code">{row.code}</span> · {row.nickName} · {row.rateBp / 100}% · 点击 {row.clickNum} · 订单 {row.orderNum} · 佣金{' '}
              {price(row.pendingFen + row.countedFen)}
            </div>
            {acts(row)}
          </>
        )}
      />
      {adding ? <SpreadForm onDone={refresh} onClose={() => setAdding(false)} /> : null}
      {asked ? (
        <EventDialog
          event={spreadMachine.events[asked.event]}
          name={`推广链接${asked.row.code}`}
          onSend={async (reason) => {
            await call(spreadEvent, { params: { event: asked.event, spreadId: asked.row.spreadId }, body: { reason } });
            void message.success(`已${spreadMachine.events[asked.event].label}`);
            await refresh();
          }}
          onClose={() => ask(null)}
        />
      ) : null}
    </>
  );
}
