import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Space, type TableColumnsType } from 'antd';
import { periodName } from '../../../contract/earnings/earning-limits.ts';
import { settlementEvent, settlementList, type SettlementEvent, type SettlementRow } from '../../../contract/earnings/earning.ts';
import { settlementMachine } from '../../../contract/earnings/settlement.machine.ts';
import { sum, groupedYuan, yuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { exportVoucher } from '../../../contract/earnings/voucher.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { usePageList } from '../crud/use-page-list.ts';
import { useCan } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { StateTag } from '../state-machine/state-tag.tsx';

const FILTERS = {};
const money = (fen: number) => <span className="money-cell">{groupedYuan(fen)}</span>;

/** The months with their sums and the steps of closing them. */
export function SettlementList({ onOpen }: { onOpen: (period: string) => void }) {
  const client = useQueryClient();
  const may = useCan();
  const { message } = App.useApp();
  const { page, setPage } = usePageList(FILTERS);
  const [asked, ask] = useState<{ row: SettlementRow; event: SettlementEvent } | null>(null);
  const list = useQuery({ ...queryOf(settlementList, { query: {} }), staleTime: 0 });
  const saveVoucher = async (month: string) => {
    try {
      await receiveFile(exportVoucher, { month });
    } catch (error) {
      void message.error(errorMessage(error));
    }
  };
  const acts = (row: SettlementRow) => (
    <Space size={12} wrap>
      <button type="button" className="row-act" onClick={() => onOpen(row.period)}>
        收益
      </button>
      {may('earnings:voucher:export') ? (
        <button type="button" className="row-act" onClick={() => void saveVoucher(row.period)}>
          凭证
        </button>
      ) : null}
      {row.can.map((event) => (
        <button key={event} type="button" className="row-act" onClick={() => ask({ row, event })}>
          {settlementMachine.events[event].label}
        </button>
      ))}
    </Space>
  );
  const note = (row: SettlementRow): string => (row.unpaid.length > 0 ? `另有${yuan(sum(row.unpaid.map(({ fen }) => fen)))}元的作者没有账号` : '');
  const columns: TableColumnsType<SettlementRow> = [
    { title: '账期', dataIndex: 'period', width: 110, render: (period: string) => periodName(period) },
    { title: '状态', dataIndex: 'status', width: 100, render: (_value, row) => <StateTag machine={settlementMachine} state={row.status} /> },
    { title: '笔数', dataIndex: 'count', width: 70, align: 'right' },
    { title: '应付', dataIndex: 'grossFen', width: 120, align: 'right', render: money },
    { title: '代扣税', dataIndex: 'taxFen', width: 110, align: 'right', render: money },
    { title: '实付', dataIndex: 'netFen', width: 120, align: 'right', render: money },
    { title: '待结', dataIndex: 'pending', width: 70, align: 'right' },
    { title: '有异议', dataIndex: 'disputed', width: 80, align: 'right' },
    { title: '计算', dataIndex: 'calculatedBy', width: 100 },
    { title: '说明', key: 'note', width: 200, render: (_value, row) => <span className="soft">{note(row)}</span> },
    { title: '操作', key: 'actions', width: 220, render: (_value, row) => acts(row) },
  ];
  const send = async (reason: string) => {
    if (!asked) return;
    await call(settlementEvent, { params: { event: asked.event, period: asked.row.period }, body: { reason } });
    void message.success(`已${settlementMachine.events[asked.event].label}`);
    await client.invalidateQueries();
    ask(null);
  };
  return (
    <>
      <TaskList
        list={list}
        rowKey="period"
        columns={columns}
        width={1300}
        empty="本期暂无收益"
        page={{ ...page, pageSize: 100 }}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{periodName(row.period)}</strong> <StateTag machine={settlementMachine} state={row.status} />
            <div className="soft">
              {row.count}笔 · 应付{groupedYuan(row.grossFen)} · 待结{row.pending} · 有异议{row.disputed} {note(row)}
            </div>
            {acts(row)}
          </>
        )}
      />
      {asked ? (
        <EventDialog
          event={settlementMachine.events[asked.event]}
          name={`${periodName(asked.row.period)}的收益`}
          onSend={send}
          onClose={() => ask(null)}
        />
      ) : null}
    </>
  );
}
