import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Modal, Space, Upload, type TableColumnsType } from 'antd';
import type { DataOf } from '../../../contract/endpoint.ts';
import {
  addPayout,
  exportPayout,
  importPayout,
  payoutEvent,
  payoutList,
  type PAYOUT_PLAIN_EVENTS,
  type PayoutRow,
} from '../../../contract/earnings/payout.ts';
import { payoutMachine } from '../../../contract/earnings/payout.machine.ts';
import { groupedYuan, yuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { usePageList } from '../crud/use-page-list.ts';
import { useCan } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';

type Plain = (typeof PAYOUT_PLAIN_EVENTS)[number];
type Report = DataOf<typeof importPayout>;
const FILTERS = {};

/** Batches of payments: collecting them, the file for the bank, and what the bank answered. */
export function PayoutList() {
  const client = useQueryClient();
  const may = useCan();
  const narrow = useNarrow();
  const { message, modal } = App.useApp();
  const { page, setPage } = usePageList(FILTERS);
  const [asked, ask] = useState<{ row: PayoutRow; event: Plain } | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const list = useQuery({ ...queryOf(payoutList, { query: page }), placeholderData: (before) => before });
  const run = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      void message.error(errorMessage(error));
    }
    await client.invalidateQueries();
  };
  const add = () =>
    run(async () => {
      const { payoutNo, rows, fen } = await call(addPayout, { body: { withdrawIds: [] } });
      void message.success(`已建批次${payoutNo}，${rows}笔共${yuan(fen)}元`);
    });
  const save = (row: PayoutRow) =>
    modal.confirm({
      title: `导出${row.payoutNo}的银行文件？`,
      content: payoutMachine.events.export.consequence,
      okText: '导出',
      cancelText: '取消',
      onOk: () => run(async () => void (await receiveFile({ method: 'POST', path: exportPayout.path.replace('{payoutId}', String(row.payoutId)) }))),
    });
  const send = (row: PayoutRow, file: File) =>
    run(async () => {
      const body = new FormData();
      body.append('file', file);
      setReport(await call(importPayout, { params: { payoutId: row.payoutId }, body }));
    });
  const acts = (row: PayoutRow) => (
    <Space size={12} wrap>
      {row.can.includes('export') && !narrow ? (
        <button type="button" className="row-act" onClick={() => void save(row)}>
          导出银行文件
        </button>
      ) : null}
      {row.can.includes('import') && !narrow ? (
        <Upload accept=".xlsx,.csv" showUploadList={false} beforeUpload={(file) => (void send(row, file), false)}>
          <button type="button" className="row-act">
            导入回盘
          </button>
        </Upload>
      ) : null}
      {(['close', 'cancel'] as const).map((event) =>
        row.can.includes(event) ? (
          <button key={event} type="button" className="row-act" onClick={() => ask({ row, event })}>
            {payoutMachine.events[event].label}
          </button>
        ) : null,
      )}
    </Space>
  );
  const results = (row: PayoutRow): string => `成功${row.paid} 失败${row.failed} 未回${row.rows - row.paid - row.failed}`;
  const columns: TableColumnsType<PayoutRow> = [
    { title: '批次', dataIndex: 'payoutNo', width: 150, render: (text: string) => <span className="code">{text}</span> },
    { title: '状态', dataIndex: 'status', width: 100, render: (_value, row) => <StateTag machine={payoutMachine} state={row.status} /> },
    { title: '笔数', dataIndex: 'rows', width: 70, align: 'right' },
    { title: '总额', dataIndex: 'fen', width: 120, align: 'right', render: (fen: number) => <span className="money-cell">{groupedYuan(fen)}</span> },
    { title: '银行结果', key: 'results', width: 190, render: (_value, row) => results(row) },
    { title: '文件校验值 SHA-256', dataIndex: 'fileHash', width: 300, render: (text: string) => <span className="code payout-hash">{text}</span> },
    { title: '建批次', dataIndex: 'madeBy', width: 100 },
    { title: '导出', dataIndex: 'exportedBy', width: 100 },
    { title: '操作', key: 'actions', width: 260, render: (_value, row) => acts(row) },
  ];
  return (
    <>
      {may('earnings:withdraw:pay') ? (
        <div className="admin-toolbar">
          {narrow ? (
            <span className="soft">请在电脑上建批次和导入回盘</span>
          ) : (
            <>
              <Button type="primary" onClick={() => void add()}>
                建批次
              </Button>
              <span className="soft">收进所有可由您打款的提现；回盘第一行：提现单号、收款账号、金额、结果（成功或失败）、失败原因</span>
            </>
          )}
        </div>
      ) : null}
      <TaskList
        list={list}
        rowKey="payoutId"
        columns={columns}
        width={1390}
        empty="还没有打款批次"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.payoutNo}</strong> <StateTag machine={payoutMachine} state={row.status} />
            <div className="soft">
              {row.rows}笔 · {groupedYuan(row.fen)}元 · {results(row)}
            </div>
            {row.fileHash ? <div className="code payout-hash">{row.fileHash}</div> : null}
            {acts(row)}
          </>
        )}
      />
      {asked ? (
        <EventDialog
          event={payoutMachine.events[asked.event]}
          name={`打款批次${asked.row.payoutNo}`}
          onSend={async (reason) => {
            await call(payoutEvent, { params: { event: asked.event, payoutId: asked.row.payoutId }, body: { reason } });
            void message.success(`已${payoutMachine.events[asked.event].label}`);
            await client.invalidateQueries();
            ask(null);
          }}
          onClose={() => ask(null)}
        />
      ) : null}
      {report ? (
        <Modal open title="回盘结果" footer={<Button onClick={() => setReport(null)}>知道了</Button>} onCancel={() => setReport(null)}>
          <p>
            到账 {report.done} 笔，失败 {report.failed} 笔，跳过 {report.skipped.length} 行。
          </p>
          {report.skipped.length > 0 ? (
            <Alert
              type="warning"
              title="跳过的行没有登记"
              description={
                <ul>
                  {report.skipped.map(({ row, reason }) => (
                    <li key={row}>
                      第{row}行：{reason}
                    </li>
                  ))}
                </ul>
              }
            />
          ) : null}
        </Modal>
      ) : null}
    </>
  );
}
