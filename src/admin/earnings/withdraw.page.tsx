import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Descriptions, Empty, Skeleton, type TableColumnsType } from 'antd';
import type { DataOf } from '../../../contract/endpoint.ts';
import {
  withdrawAccount,
  withdrawEvent,
  withdrawList,
  WITHDRAW_SHOWN,
  type WITHDRAW_STAFF_EVENTS,
  type WithdrawRow,
} from '../../../contract/earnings/withdraw.ts';
import { withdrawMachine } from '../../../contract/earnings/withdraw.machine.ts';
import { groupedYuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { price } from '../../format/number.ts';
import { loadable } from '../../loading/loadable.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { oneOf, usePageList } from '../crud/use-page-list.ts';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { TaskList, TaskTabs } from '../manuscript/task-list.tsx';
import { DecisionForm } from '../state-machine/decision-form.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import './earning.css';

const PayoutList = loadable(async () => (await import('./payout-list.tsx')).PayoutList);

type Shown = (typeof WITHDRAW_SHOWN)[number];
type Tab = Shown | 'batch';
const NAMES: Readonly<Record<Tab, string>> = {
  applied: '待审核',
  approved: '待打款',
  failed: '打款失败',
  batch: '批次',
  ended: '历史',
  all: '全部',
};
const FILTERS = { shown: oneOf([...WITHDRAW_SHOWN, 'batch']) };

/** #127: withdrawals by state, and the batches by which they are paid. */
export function WithdrawPage() {
  const { filter, setFilter } = usePageList(FILTERS);
  const tab = (filter.shown ?? 'applied') as Tab;
  return (
    <section className="admin-card crud" aria-label="提现管理">
      <HiddenTitle />
      <TaskTabs names={NAMES} tab={tab} onPick={(picked) => setFilter({ shown: picked })} />
      {tab === 'batch' ? <PayoutList /> : <WithdrawTable shown={tab} />}
    </section>
  );
}

function WithdrawTable({ shown }: { shown: Shown }) {
  const { id: open, open: show, close } = useOpenRow();
  const { page, setPage } = usePageList(FILTERS);
  const list = useQuery({ ...queryOf(withdrawList, { query: { ...page, shown } }), placeholderData: (before) => before });
  const act = (row: WithdrawRow) => (
    <button type="button" className="row-act" onClick={() => show(row.withdrawId)}>
      {row.can.length > 0 ? '处理' : '查看'}
    </button>
  );
  const columns: TableColumnsType<WithdrawRow> = [
    { title: '提现单号', dataIndex: 'withdrawNo', width: 180, render: (text: string) => <span className="code">{text}</span> },
    { title: '收款人', dataIndex: 'nickName', width: 120, ellipsis: true },
    {
      title: '金额',
      dataIndex: 'amountFen',
      width: 110,
      align: 'right',
      render: (fen: number) => <span className="money-cell">{groupedYuan(fen)}</span>,
    },
    { title: '收款账户', key: 'account', width: 230, ellipsis: true, render: (_value, row) => `${row.bankName} 尾号${row.accountTail}` },
    { title: '状态', dataIndex: 'status', width: 100, render: (_value, row) => <StateTag machine={withdrawMachine} state={row.status} /> },
    { title: '天数', dataIndex: 'days', width: 70, align: 'right' },
    { title: '暂缓原因', dataIndex: 'hold', width: 140, ellipsis: true },
    { title: '申请时间', dataIndex: 'createTime', width: 170 },
    { title: '操作', key: 'actions', width: 90, render: (_value, row) => act(row) },
  ];
  return (
    <>
      <TaskList
        list={list}
        rowKey="withdrawId"
        columns={columns}
        width={1210}
        empty="暂无提现申请"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.nickName}</strong> <StateTag machine={withdrawMachine} state={row.status} />
            <div className="soft">
              {price(row.amountFen)} · {row.bankName} 尾号{row.accountTail} · {row.createTime.slice(0, 10)} {row.hold}
            </div>
            {act(row)}
          </>
        )}
      />
      {open ? <WithdrawDrawer key={open} withdrawId={open} onClose={close} /> : null}
    </>
  );
}

function WithdrawDrawer({ withdrawId, onClose }: { withdrawId: number; onClose: () => void }) {
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(withdrawList, { query: { withdrawId } }), staleTime: 0 });
  const [row] = found.data?.rows ?? [];
  return (
    <Drawer open size={narrow ? '100%' : 560} title={row ? `提现 ${row.withdrawNo}` : '提现'} onClose={onClose}>
      {row ? (
        <Decision row={row} onClose={onClose} />
      ) : found.isError ? (
        <LoadFailed query={found} />
      ) : found.isPending ? (
        <Skeleton active />
      ) : (
        <Empty description="没有这笔提现" />
      )}
    </Drawer>
  );
}

function Decision({ row, onClose }: { row: WithdrawRow; onClose: () => void }) {
  const client = useQueryClient();
  const may = useCan();
  const { act } = useActs(() => client.invalidateQueries());
  const [account, setAccount] = useState<DataOf<typeof withdrawAccount> | null>(null);
  const decide = async (event: string, reason: string, label: string): Promise<void> => {
    const params = { event: event as (typeof WITHDRAW_STAFF_EVENTS)[number], withdrawId: row.withdrawId };
    if (await act(() => call(withdrawEvent, { params, body: { reason } }), `已${label}`)) onClose();
  };
  const look = () =>
    act(async () => setAccount(await call(withdrawAccount, { params: { withdrawId: row.withdrawId } })), '已显示，查看已记入操作日志');
  return (
    <>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={[
          { key: 'payee', label: '收款人', children: row.userName ? `${row.nickName}（${row.userName}）` : row.nickName },
          { key: 'fen', label: '金额', children: price(row.amountFen) },
          {
            key: 'account',
            label: '收款账户',
            children: account ? `${account.holder} ${account.bankName} ${account.bankAccountNo}` : `${row.bankName} 尾号${row.accountTail}`,
          },
          { key: 'state', label: '状态', children: <StateTag machine={withdrawMachine} state={row.status} /> },
          { key: 'audit', label: '审核', children: row.auditBy || '—' },
          { key: 'paid', label: '打款', children: row.paidBy ? `${row.paidBy} ${row.paidAt}` : '—' },
          ...(row.failReason ? [{ key: 'reason', label: '原因', children: row.failReason }] : []),
        ]}
      />
      {row.hold ? <Alert style={{ marginTop: 16 }} type="warning" showIcon title={row.hold} /> : null}
      {may('earnings:withdraw:pay') && account === null && row.can.includes('pay') ? (
        <Button style={{ marginTop: 16 }} onClick={() => void look()}>
          查看完整账号
        </Button>
      ) : null}
      <DecisionForm
        machine={withdrawMachine}
        state={row.status}
        label="原因"
        hint="驳回和打款失败时必填，收款人会看到"
        most={200}
        can={row.can}
        decide={decide}
      />
    </>
  );
}
