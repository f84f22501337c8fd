import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import dayjs from 'dayjs';
import { App, Space, type TableColumnsType } from 'antd';
import { periodName } from '../../../contract/earnings/earning-limits.ts';
import { settlementEvent, settlementList, type SettlementEvent, type SettlementRow } from '../../../contract/earnings/earning.ts';
import { settleMonth } from '../../../contract/earnings/settle-run.ts';
import { settlementMachine } from '../../../contract/earnings/settlement.machine.ts';
import { sum, groupedYuan, yuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { exportVoucher } from '../../../contract/earnings/voucher.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { usePageList } from '../crud/use-page-list.ts';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { StateTag } from '../state-machine/state-tag.tsx';
import { SettleRunProgress } from './settle-run-progress.tsx';

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
  const refresh = () => client.invalidateQueries();
  const { ask: confirm } = useActs(refresh);
  const settleAll = (row: SettlementRow) =>
    confirm(
      {
        title: `结算${periodName(row.period)}全部待结算的收益，应付${groupedYuan(row.pendingFen)}元？`,
        content: `计入收款人的余额，按${periodName(dayjs().format('YYYY-MM'))}代扣个税。由${row.calculatedBy}计算，计算的人不能结算；有异议的不在其中。`,
        verb: '结算',
      },
      () => call(settleMonth, { params: { period: row.period } }),
      '已开始结算',
    );
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
      {row.canSettle ? (
        <button type="button" className="row-act" onClick={() => settleAll(row)}>
          结算本月全部
        </button>
      ) : null}
    </Space>
  );
  const progress = (row: SettlementRow) =>
    row.run ? <SettleRunProgress run={row.run} month={periodName(row.period)} onEnd={() => void refresh()} /> : null;
  const note = (row: SettlementRow): string => (row.unpaid.length > 0 ? `另有${yuan(sum(row.unpaid.map(({ fen }) => fen)))}元的作者没有账号` : '');
  const columns: TableColumnsType<SettlementRow> = [
    { title: '账期', dataIndex: 'period', width: 110, render: (period: string) => periodName(period) },
    {
      title: '状态',
      dataIndex: 'status',
      width: 240,
      render: (_value, row) => (
        <>
          <StateTag machine={settlementMachine} state={row.status} />
          {progress(row)}
        </>
      ),
    },
    { title: '笔数', dataIndex: 'count', width: 70, align: 'right' },
    { title: '应付', dataIndex: 'grossFen', width: 120, align: 'right', render: money },
    { title: '代扣税', dataIndex: 'taxFen', width: 110, align: 'right', render: money },
    { title: '实付', dataIndex: 'netFen', width: 120, align: 'right', render: money },
    { title: '待结', dataIndex: 'pending', width: 70, align: 'right' },
    { title: '有异议', dataIndex: 'disputed', width: 80, align: 'right' },
    { title: '计算', dataIndex: 'calculatedBy', width: 100 },
    { title: '说明', key: 'note', width: 200, render: (_value, row) => <span className="soft">{note(row)}</span> },
    { title: '操作', key: 'actions', width: 260, render: (_value, row) => acts(row) },
  ];
  const send = async (reason: string) => {
    if (!asked) return;
    const { runId } = await call(settlementEvent, { params: { event: asked.event, period: asked.row.period }, body: { reason } });
    void message.success(`${runId === null ? '已' : '已开始'}${settlementMachine.events[asked.event].label}`);
    await refresh();
    ask(null);
  };
  return (
    <>
      <TaskList
        list={list}
        rowKey="period"
        columns={columns}
        width={1480}
        empty="本期暂无收益"
        page={{ ...page, pageSize: 100 }}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{periodName(row.period)}</strong> <StateTag machine={settlementMachine} state={row.status} />
            <div className="soft">
              {row.count}笔 · 应付{groupedYuan(row.grossFen)} · 待结{row.pending} · 有异议{row.disputed} {note(row)}
            </div>
            {progress(row)}
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
