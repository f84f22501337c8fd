import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Space, type TableColumnsType } from 'antd';
import {
  BATCH_KINDS,
  earningBatches,
  earningBatchEvent,
  earningBatchRows,
  type BatchKind,
  type EARNING_BATCH_EVENTS,
  type EarningBatchRow,
} from '../../../contract/earnings/earning-batch.ts';
import { earningBatchMachine } from '../../../contract/earnings/earning-batch.machine.ts';
import { periodName } from '../../../contract/earnings/earning-limits.ts';
import { groupedYuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { loadable } from '../../loading/loadable.ts';
import { usePageList } from '../crud/use-page-list.ts';
import { useCan } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';

type Event = (typeof EARNING_BATCH_EVENTS)[number];
const FILTERS = {};
const BatchImport = loadable(async () => (await import('./batch-import.tsx')).BatchImport);
const BatchEntry = loadable(async () => (await import('./batch-entry.tsx')).BatchEntry);
const money = (fen: number) => <span className="money-cell">{groupedYuan(fen)}</span>;

/** Fees that no event of the system gives, and opening balances: as sheets or by hand, each confirmed by a second person. */
export function BatchList() {
  const client = useQueryClient();
  const narrow = useNarrow();
  const may = useCan();
  const { message } = App.useApp();
  const { page, setPage } = usePageList(FILTERS);
  const [asked, ask] = useState<{ row: EarningBatchRow; event: Event } | null>(null);
  const [shown, show] = useState<EarningBatchRow | null>(null);
  const [making, make] = useState<'' | 'sheet' | 'one'>('');
  const list = useQuery({ ...queryOf(earningBatches, { query: page }), placeholderData: (before) => before });
  const acts = (row: EarningBatchRow) => (
    <Space size={12} wrap>
      <button type="button" className="row-act" onClick={() => show(row)}>
        明细
      </button>
      {row.can.map((event) => (
        <button key={event} type="button" className="row-act" onClick={() => ask({ row, event: event as Event })}>
          {earningBatchMachine.events[event as Event].label}
        </button>
      ))}
    </Space>
  );
  const columns: TableColumnsType<EarningBatchRow> = [
    { title: '批次', dataIndex: 'batchNo', width: 140, render: (text: string) => <span className="code">{text}</span> },
    { title: '内容', dataIndex: 'kind', width: 100, render: (kind: BatchKind) => BATCH_KINDS[kind] },
    { title: '账期', dataIndex: 'period', width: 110, render: (period: string) => periodName(period) },
    { title: '依据', dataIndex: 'note', width: 200, ellipsis: true },
    { title: '文件', dataIndex: 'fileName', width: 170, ellipsis: true },
    { title: '行数', dataIndex: 'rows', width: 70, align: 'right' },
    { title: '合计', dataIndex: 'fen', width: 120, align: 'right', render: money },
    { title: '导入', dataIndex: 'importedBy', width: 100 },
    { title: '复核', dataIndex: 'confirmedBy', width: 100 },
    { title: '状态', dataIndex: 'status', width: 90, render: (_value, row) => <StateTag machine={earningBatchMachine} state={row.status} /> },
    { title: '操作', key: 'actions', width: 220, render: (_value, row) => acts(row) },
  ];
  return (
    <>
      {may('earnings:batch:import') ? (
        <div className="admin-toolbar">
          <Button type="primary" onClick={() => make('one')}>
            新增
          </Button>
          {narrow ? <span className="soft">请在电脑上导入表格</span> : <Button onClick={() => make('sheet')}>导入表格</Button>}
        </div>
      ) : null}
      <TaskList
        list={list}
        rowKey="batchId"
        columns={columns}
        width={1420}
        empty="还没有其他收益"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.batchNo}</strong> <StateTag machine={earningBatchMachine} state={row.status} />
            <div className="soft">
              {BATCH_KINDS[row.kind]} · {periodName(row.period)} · {row.rows}行 · {groupedYuan(row.fen)}元 · {row.importedBy}
            </div>
            {row.note ? <div className="soft">依据：{row.note}</div> : null}
            {acts(row)}
          </>
        )}
      />
      {asked ? (
        <EventDialog
          event={earningBatchMachine.events[asked.event]}
          name={`批次${asked.row.batchNo}`}
          onSend={async (reason) => {
            await call(earningBatchEvent, { params: { event: asked.event, batchId: asked.row.batchId }, body: { reason } });
            void message.success(`已${earningBatchMachine.events[asked.event].label}`);
            await client.invalidateQueries();
            ask(null);
          }}
          onClose={() => ask(null)}
        />
      ) : null}
      {shown ? <Rows batch={shown} onClose={() => show(null)} /> : null}
      {making === 'sheet' ? <BatchImport onClose={() => make('')} /> : null}
      {making === 'one' ? <BatchEntry onClose={() => make('')} /> : null}
    </>
  );
}

function Rows({ batch, onClose }: { batch: EarningBatchRow; onClose: () => void }) {
  const narrow = useNarrow();
  const [page, setPage] = useState({ pageNum: 1, pageSize: 20 });
  const list = useQuery({
    ...queryOf(earningBatchRows, { params: { batchId: batch.batchId }, query: page }),
    placeholderData: (before) => before,
  });
  return (
    <Drawer open size={narrow ? '100%' : 760} title={`批次 ${batch.batchNo}`} onClose={onClose}>
      <p>
        {BATCH_KINDS[batch.kind]} · {periodName(batch.period)} · 合计{groupedYuan(batch.fen)}元{batch.note ? ` · 依据：${batch.note}` : ''}
      </p>
      <TaskList
        list={list}
        rowKey="rowId"
        columns={[
          { title: '行', dataIndex: 'sourceRow', width: 60 },
          { title: '收款人', dataIndex: 'payee', width: 100, ellipsis: true },
          { title: '项目', dataIndex: 'itemName', width: 110 },
          { title: '事由', dataIndex: 'title', width: 150, ellipsis: true },
          { title: '协议', dataIndex: 'protocolNo', width: 120 },
          { title: '金额', dataIndex: 'fen', width: 110, align: 'right', render: money },
        ]}
        width={640}
        empty="这一批没有内容"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.payee}</strong> {row.itemName}
            <div className="soft">
              {row.title} · {groupedYuan(row.fen)}元
            </div>
          </>
        )}
      />
    </Drawer>
  );
}
