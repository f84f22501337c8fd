import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Modal, Table, Upload, type TableColumnsType } from 'antd';
import type { DataOf } from '../../../contract/endpoint.ts';
import { importSales, saleBatches, saleBatchEvent, SALE_HEADS, type SALE_BATCH_EVENTS, type SaleBatchRow } from '../../../contract/earnings/sale.ts';
import { saleBatchMachine } from '../../../contract/earnings/sale-batch.machine.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { usePageList } from '../crud/use-page-list.ts';
import { useCan } from '../crud/use-resource.tsx';
import { TaskList } from '../manuscript/task-list.tsx';
import { EventDialog } from '../state-machine/event-dialog.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';

type Report = DataOf<typeof importSales>;
type Event = (typeof SALE_BATCH_EVENTS)[number];
const FILTERS = {};
const KINDS: Readonly<Record<Report['rows'][number]['kind'], string>> = { new: '新增', same: '相同', unknown: '无此出版物', impossible: '不能导入' };

/** Batches of sales of other channels; a file is shown as a dry run before anything is stored. */
export function SaleList() {
  const client = useQueryClient();
  const { message } = App.useApp();
  const { page, setPage } = usePageList(FILTERS);
  const [asked, ask] = useState<{ row: SaleBatchRow; event: Event } | null>(null);
  const list = useQuery({ ...queryOf(saleBatches, { query: page }), placeholderData: (before) => before });
  const acts = (row: SaleBatchRow) =>
    row.can.map((event) => (
      <button key={event} type="button" className="row-act" onClick={() => ask({ row, event: event as Event })}>
        {saleBatchMachine.events[event as Event].label}
      </button>
    ));
  const columns: TableColumnsType<SaleBatchRow> = [
    { title: '批次', dataIndex: 'batchNo', width: 140, render: (text: string) => <span className="code">{text}</span> },
    { title: '账期', dataIndex: 'period', width: 90 },
    { title: '文件', dataIndex: 'fileName', width: 200, ellipsis: true },
    { title: '行数', dataIndex: 'rows', width: 80, align: 'right' },
    { title: '册数', dataIndex: 'copies', width: 90, align: 'right' },
    { title: '导入', dataIndex: 'importedBy', width: 100 },
    { title: '复核', dataIndex: 'confirmedBy', width: 100 },
    { title: '状态', dataIndex: 'status', width: 90, render: (_value, row) => <StateTag machine={saleBatchMachine} state={row.status} /> },
    { title: '操作', key: 'actions', width: 180, render: (_value, row) => acts(row) },
  ];
  const send = async (reason: string) => {
    if (!asked) return;
    await call(saleBatchEvent, { params: { event: asked.event, batchId: asked.row.batchId }, body: { reason } });
    void message.success(`已${saleBatchMachine.events[asked.event].label}`);
    await client.invalidateQueries();
    ask(null);
  };
  return (
    <>
      <ImportBar />
      <TaskList
        list={list}
        rowKey="batchId"
        columns={columns}
        width={1070}
        empty="还没有导入渠道销售"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.batchNo}</strong> <StateTag machine={saleBatchMachine} state={row.status} />
            <div className="soft">
              {row.period} · {row.rows}行 · {row.copies}册 · {row.importedBy}
            </div>
            {acts(row)}
          </>
        )}
      />
      {asked ? (
        <EventDialog event={saleBatchMachine.events[asked.event]} name={`渠道销售${asked.row.batchNo}`} onSend={send} onClose={() => ask(null)} />
      ) : null}
    </>
  );
}

function ImportBar() {
  const client = useQueryClient();
  const may = useCan();
  const narrow = useNarrow();
  const { message } = App.useApp();
  const [period, setPeriod] = useState('');
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<{ file: File; report: Report } | null>(null);
  if (!may('earnings:sale:import')) return null;
  if (narrow) return <p className="soft board-none">请在电脑上导入渠道销售</p>;
  const send = async (file: File, dry: '0' | '1') => {
    setBusy(true);
    try {
      const body = new FormData();
      body.append('file', file);
      const report = await call(importSales, { query: { period, dry }, body });
      if (dry === '1') return setTried({ file, report });
      void message.success(`已导入${report.batchNo}，共${report.good}行，等另一位财务人员复核`);
      setTried(null);
      await client.invalidateQueries();
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="admin-toolbar">
      <Input type="month" aria-label="导入到账期" style={{ width: 160 }} value={period} onChange={({ target }) => setPeriod(target.value)} />
      <Upload accept=".xlsx,.csv" showUploadList={false} disabled={period === ''} beforeUpload={(file) => (void send(file, '1'), false)}>
        <Button loading={busy} disabled={period === ''}>
          选择表格
        </Button>
      </Upload>
      <span className="soft">第一行：{SALE_HEADS.join('、')}；退货的册数写负数</span>
      {tried ? (
        <Modal
          open
          width={760}
          title={`试导入：${tried.report.good}行可导入，${tried.report.copies}册`}
          okText="存入，等待复核"
          cancelText="取消"
          okButtonProps={{ disabled: tried.report.bad > 0, loading: busy }}
          onOk={() => void send(tried.file, '0')}
          onCancel={() => setTried(null)}
        >
          {tried.report.bad > 0 ? (
            <Alert type="error" showIcon title={`${tried.report.bad}行不能导入，改正后重新选择；现在没有存入任何一行`} />
          ) : null}
          <Table
            size="small"
            rowKey="row"
            pagination={false}
            scroll={{ y: 360 }}
            dataSource={tried.report.rows}
            columns={[
              { title: '行', dataIndex: 'row', width: 60 },
              { title: '内容', dataIndex: 'text' },
              { title: '结果', dataIndex: 'kind', width: 100, render: (kind: Report['rows'][number]['kind']) => KINDS[kind] },
              { title: '原因', dataIndex: 'fault', width: 200 },
            ]}
          />
        </Modal>
      ) : null}
    </div>
  );
}
