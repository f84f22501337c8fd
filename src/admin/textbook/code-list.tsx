import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, type TableColumnsType } from 'antd';
import { ACCESS_CODE_STATES, accessCodes, voidCode, type AccessCodeRow, type AccessCodeState } from '../../../contract/textbook/access-code.ts';
import { allOf } from '../../api/all-of.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { FilterChoice, FilterText } from '../crud/list-filters.tsx';
import { anyText, oneOf, usePageList } from '../crud/use-page-list.ts';
import { useCan } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';

const STATES = Object.keys(ACCESS_CODE_STATES) as [AccessCodeState, ...AccessCodeState[]];
const FILTERS = { status: oneOf(STATES), last4: anyText, serialNo: anyText };

/** A code is void for good; the right of a used one ends. */
const VOID = {
  label: '作废',
  from: STATES,
  to: 'void',
  reason: { min: 5, message: '请写明作废的原因，至少5个字' },
  consequence: '没有用过的码不能再激活；用过的码收回它给读者的阅读权，读者从别处得到的阅读权不受影响。不能恢复。',
  danger: true,
} as const;

/** Single codes: for a reader who asks with the last four characters or the serial number. */
export function CodeList({ batchId }: { batchId: number | undefined }) {
  const client = useQueryClient();
  const may = useCan();
  const { message } = App.useApp();
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const [asked, ask] = useState<AccessCodeRow | null>(null);
  const serialNo = Number(filter.serialNo) || undefined;
  const query = {
    ...page,
    ...(batchId ? { batchId } : {}),
    ...(filter.last4 ? { last4: filter.last4.slice(0, 4) } : {}),
    ...(serialNo ? { serialNo } : {}),
    ...(filter.status ? { status: filter.status as AccessCodeState } : {}),
  };
  const list = useQuery({ ...queryOf(accessCodes, { query }), placeholderData: (before) => before });
  const act = (row: AccessCodeRow) =>
    may('textbook:code:void') && row.status !== 'void' ? (
      <button type="button" className="row-act" onClick={() => ask(row)}>
        作废
      </button>
    ) : null;
  const columns: TableColumnsType<AccessCodeRow> = [
    { title: '批次', dataIndex: 'batchName', width: 200, ellipsis: true },
    { title: '序号', dataIndex: 'serialNo', width: 90, align: 'right' },
    { title: '末四位', dataIndex: 'last4', width: 100 },
    { title: '状态', dataIndex: 'status', width: 100, render: (status: AccessCodeState) => ACCESS_CODE_STATES[status] },
    { title: '读者', dataIndex: 'usedBy', width: 120 },
    { title: '激活时间', dataIndex: 'usedAt', width: 180 },
    { title: '操作', key: 'actions', width: 90, render: (_value, row) => act(row) },
  ];
  return (
    <>
      <search className="crud-search">
        <FilterText label="末四位" value={filter.last4} onSearch={(text) => setFilter({ last4: text })} />
        <FilterText label="序号" value={filter.serialNo} onSearch={(text) => setFilter({ serialNo: text })} />
        <FilterChoice
          label="状态"
          value={filter.status}
          options={STATES.map((value) => ({ value, label: ACCESS_CODE_STATES[value] }))}
          onChange={(status) => setFilter({ status })}
        />
      </search>
      <TaskList
        list={list}
        rowKey="codeId"
        columns={columns}
        width={880}
        empty="没有符合条件的激活码"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>
              {row.serialNo}号 ····{row.last4}
            </strong>
            <div className="soft">
              {row.batchName} · {ACCESS_CODE_STATES[row.status]}
              {row.usedBy ? ` · ${row.usedBy} ${row.usedAt}` : ''}
            </div>
            {act(row)}
          </>
        )}
      />
      {asked ? (
        <EventDialog
          event={VOID}
          name={`“${asked.batchName}”第${asked.serialNo}号激活码`}
          onSend={async (reason) => {
            await call(voidCode, { params: { codeId: asked.codeId }, body: { reason } });
            void message.success('已作废');
            await client.invalidateQueries(allOf(accessCodes));
          }}
          onClose={() => ask(null)}
        />
      ) : null}
    </>
  );
}
