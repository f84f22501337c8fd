import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, type TableColumnsType } from 'antd';
import { payeeDesignationMachine } from '../../../contract/earnings/payee-designation.machine.ts';
import {
  DESIGNATION_KINDS,
  designationDocument,
  designationEvent,
  designationList,
  type PayeeDesignationEvent,
  type PayeeDesignationRow,
} from '../../../contract/earnings/payee-designation.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { VoucherLink } from '../commerce/voucher-link.tsx';
import { usePageList } from '../crud/use-page-list.ts';
import { useCan } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { DesignationForm } from './designation-form.tsx';

const FILTERS = {};

/** Parties of agreements who are paid through another payee. */
export function DesignationList() {
  const client = useQueryClient();
  const may = useCan();
  const { message } = App.useApp();
  const { page, setPage } = usePageList(FILTERS);
  const [adding, setAdding] = useState(false);
  const [asked, ask] = useState<{ row: PayeeDesignationRow; event: PayeeDesignationEvent } | null>(null);
  const list = useQuery({ ...queryOf(designationList, { query: page }), placeholderData: (before) => before });
  const acts = (row: PayeeDesignationRow) =>
    row.can.map((event) => (
      <button key={event} type="button" className="row-act" onClick={() => ask({ row, event })}>
        {payeeDesignationMachine.events[event].label}
      </button>
    ));
  const document = (row: PayeeDesignationRow) => (
    <VoucherLink path={designationDocument.path.replace('{designationId}', String(row.designationId))} name={row.document} />
  );
  const columns: TableColumnsType<PayeeDesignationRow> = [
    { title: '协议', dataIndex: 'protocolNo', width: 140, render: (text: string) => <span className="code">{text}</span> },
    { title: '作品', dataIndex: 'title', width: 180, ellipsis: true },
    { title: '作者', dataIndex: 'party', width: 100 },
    { title: '收款人', dataIndex: 'payee', width: 120, render: (text: string, row) => `${text}（${DESIGNATION_KINDS[row.kind]}）` },
    { title: '依据', dataIndex: 'reason', width: 180, ellipsis: true },
    { title: '证明文件', key: 'document', width: 140, render: (_value, row) => document(row) },
    { title: '状态', dataIndex: 'status', width: 90, render: (_value, row) => <StateTag machine={payeeDesignationMachine} state={row.status} /> },
    { title: '登记与复核', key: 'people', width: 150, render: (_value, row) => [row.proposedBy, row.confirmedBy].filter(Boolean).join('、') },
    { title: '操作', key: 'actions', width: 160, render: (_value, row) => acts(row) },
  ];
  const send = async (reason: string) => {
    if (!asked) return;
    await call(designationEvent, { params: { event: asked.event, designationId: asked.row.designationId }, body: { reason } });
    void message.success(`已${payeeDesignationMachine.events[asked.event].label}`);
    await client.invalidateQueries();
    ask(null);
  };
  return (
    <>
      {may('earnings:payee:edit') ? (
        <div className="admin-toolbar">
          <Button type="primary" onClick={() => setAdding(true)}>
            新增收款指定
          </Button>
        </div>
      ) : null}
      <TaskList
        list={list}
        rowKey="designationId"
        columns={columns}
        width={1260}
        empty="暂无收款指定"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.party}</strong> <StateTag machine={payeeDesignationMachine} state={row.status} />
            <div className="soft">
              {row.title} · 付给{row.payee}（{DESIGNATION_KINDS[row.kind]}）
            </div>
            {acts(row)}
          </>
        )}
      />
      {adding ? <DesignationForm onClose={() => setAdding(false)} /> : null}
      {asked ? (
        <EventDialog
          event={payeeDesignationMachine.events[asked.event]}
          name={`${asked.row.party}的收款指定`}
          onSend={send}
          onClose={() => ask(null)}
        />
      ) : null}
    </>
  );
}
