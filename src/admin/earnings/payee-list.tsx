import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, Modal, Select, type TableColumnsType } from 'antd';
import { TAX_RESIDENCES, type TaxResidence } from '../../../contract/earnings/earning-limits.ts';
import {
  payeeEvent,
  payeeList,
  PAYEE_STATES,
  setResidence,
  type PAYEE_STAFF_EVENTS,
  type PayeeRow,
  type PayeeState,
} from '../../../contract/earnings/payee.ts';
import { PAYEE_KINDS } from '../../../contract/earnings/payee-registration.ts';
import { payeeMachine } from '../../../contract/earnings/payee.machine.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { oneOf, usePageList } from '../crud/use-page-list.ts';
import { useActs, useCan } from '../crud/use-resource.tsx';
import { TaskList, TaskTabs } from '../manuscript/task-list.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { Labelled } from '../ui/labelled.tsx';
import { PayeeRegister } from './payee-register.tsx';

type Event = (typeof PAYEE_STAFF_EVENTS)[number];
type Shown = PayeeState | 'all';
const NAMES: Readonly<Record<Shown, string>> = { pending: '待核实', verified: '已核实', rejected: '未通过', all: '全部' };
const FILTERS = { shown: oneOf([...PAYEE_STATES, 'all']) };

/** The accounts of payees; a second person checks each. */
export function PayeeList() {
  const client = useQueryClient();
  const may = useCan();
  const { message } = App.useApp();
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const shown = (filter.shown ?? 'pending') as Shown;
  const [asked, ask] = useState<{ row: PayeeRow; event: Event } | null>(null);
  const [registering, setRegistering] = useState(false);
  const [residing, setResiding] = useState<PayeeRow | null>(null);
  const list = useQuery({
    ...queryOf(payeeList, { query: { ...page, status: shown === 'all' ? '' : shown } }),
    placeholderData: (before) => before,
  });
  const acts = (row: PayeeRow) => (
    <>
      {row.can.map((event) => (
        <button key={event} type="button" className="row-act" onClick={() => ask({ row, event: event as Event })}>
          {payeeMachine.events[event as Event].label}
        </button>
      ))}
      {may('earnings:payee:audit') && row.kind === 'person' ? (
        <button type="button" className="row-act" onClick={() => setResiding(row)}>
          税收居民身份
        </button>
      ) : null}
    </>
  );
  const columns: TableColumnsType<PayeeRow> = [
    { title: '收款人', dataIndex: 'nickName', width: 120, ellipsis: true },
    {
      title: '类型',
      key: 'kind',
      width: 120,
      render: (_value, row) => `${PAYEE_KINDS[row.kind]}${row.accountless ? '（无账号）' : ''}`,
    },
    { title: '户名', dataIndex: 'holder', width: 100 },
    { title: '开户行', dataIndex: 'bank', width: 200, ellipsis: true, render: (_value, row) => `${row.bank} ${row.branch}` },
    { title: '账号尾号', dataIndex: 'accountTail', width: 90 },
    {
      title: '税收身份',
      dataIndex: 'taxResidence',
      width: 110,
      render: (value: TaxResidence, row) => (row.kind === 'person' ? TAX_RESIDENCES[value] : '不代扣'),
    },
    { title: '状态', dataIndex: 'status', width: 90, render: (_value, row) => <StateTag machine={payeeMachine} state={row.status} /> },
    { title: '提示', key: 'hold', width: 160, render: (_value, row) => (row.shared ? '该收款账号已被他人使用' : row.reason) },
    { title: '变更时间', dataIndex: 'changedAt', width: 160 },
    { title: '操作', key: 'actions', width: 240, render: (_value, row) => acts(row) },
  ];
  const send = async (reason: string) => {
    if (!asked) return;
    await call(payeeEvent, { params: { event: asked.event, payeeId: asked.row.payeeId }, body: { reason } });
    void message.success(`已${payeeMachine.events[asked.event].label}`);
    await client.invalidateQueries();
    ask(null);
  };
  return (
    <>
      {may('earnings:payee:edit') ? (
        <div className="admin-toolbar">
          <Button onClick={() => setRegistering(true)}>登记收款人</Button>
        </div>
      ) : null}
      <TaskTabs names={NAMES} tab={shown} onPick={(picked) => setFilter({ shown: picked })} />
      <TaskList
        list={list}
        rowKey="payeeId"
        columns={columns}
        width={1390}
        empty="暂无收款人"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.nickName}</strong> <StateTag machine={payeeMachine} state={row.status} />
            <div className="soft">
              {row.holder} · {row.bank} · 尾号{row.accountTail} {row.shared ? '· 该收款账号已被他人使用' : ''}
            </div>
            {acts(row)}
          </>
        )}
      />
      {asked ? (
        <EventDialog event={payeeMachine.events[asked.event]} name={`${asked.row.nickName}的收款账户`} onSend={send} onClose={() => ask(null)} />
      ) : null}
      {registering ? <PayeeRegister onClose={() => setRegistering(false)} /> : null}
      {residing ? <ResidenceDialog row={residing} onClose={() => setResiding(null)} /> : null}
    </>
  );
}

function ResidenceDialog({ row, onClose }: { row: PayeeRow; onClose: () => void }) {
  const client = useQueryClient();
  const { act } = useActs(() => client.invalidateQueries());
  const [taxResidence, setTax] = useState<TaxResidence>(row.taxResidence);
  const [reason, setReason] = useState('');
  const save = async () => {
    if (await act(() => call(setResidence, { params: { payeeId: row.payeeId }, body: { taxResidence, reason } }), '已登记')) onClose();
  };
  return (
    <Modal
      open
      title={`${row.nickName}的税收居民身份`}
      okText="登记"
      cancelText="取消"
      okButtonProps={{ disabled: reason.trim() === '' }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      <Labelled label="税收居民身份">
        {(id) => (
          <Select<TaxResidence>
            id={id}
            value={taxResidence}
            style={{ width: '100%' }}
            options={Object.entries(TAX_RESIDENCES).map(([value, label]) => ({ value: value as TaxResidence, label }))}
            onChange={setTax}
          />
        )}
      </Labelled>
      <Labelled label="依据">
        {(id) => <Input.TextArea id={id} rows={2} maxLength={200} value={reason} onChange={({ target }) => setReason(target.value)} />}
      </Labelled>
    </Modal>
  );
}
