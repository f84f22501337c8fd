import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Empty, Modal, Skeleton, Upload, type TableColumnsType } from 'antd';
import { INVOICE_KINDS } from '../../../contract/commerce/invoice-limits.ts';
import { invoiceMachine } from '../../../contract/commerce/invoice.machine.ts';
import { exportInvoices, importInvoices, INVOICE_SHOWN, invoiceList, invoiceSums, type StaffInvoice } from '../../../contract/commerce/invoice.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import { yuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { price } from '../../format/number.ts';
import { loadable } from '../../loading/loadable.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useOpenRow } from '../crud/use-open-row.ts';
import { FilterText, ListSums } from '../crud/list-filters.tsx';
import { anyText, oneOf, usePageList } from '../crud/use-page-list.ts';
import { useCan } from '../crud/use-resource.tsx';
import { TaskList, TaskTabs } from '../manuscript/task-list.tsx';
import { StateTag } from '../state-machine/state-tag.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { HiddenTitle } from '../ui/page-title.tsx';
import { useNarrow } from '../ui/use-device.ts';
import './order.css';

const InvoiceDetail = loadable(async () => (await import('./invoice-detail.tsx')).InvoiceDetail);

type Shown = (typeof INVOICE_SHOWN)[number];
const NAMES: Readonly<Record<Shown, string>> = {
  applied: '待开票',
  issuing: '开具中',
  failed: '失败',
  redWaiting: '待红冲',
  issued: '已开票',
  ended: '已结束',
  all: '全部',
};
const FILTERS = { shown: oneOf(INVOICE_SHOWN), title: anyText, number: anyText, orderNo: anyText };
const SEARCHES = [
  ['title', '抬头'],
  ['number', '申请号或发票号码'],
  ['orderNo', '订单号'],
] as const;
const waits = ({ status }: StaffInvoice): boolean => inGroup(invoiceMachine, 'waiting', status);

/** #133: applications for invoices by age, issued and red ones. */
export function InvoicePage() {
  const may = useCan();
  const narrow = useNarrow();
  const { id: open, open: show, close } = useOpenRow();
  const { filter, setFilter, page, setPage } = usePageList(FILTERS);
  const { shown = 'applied', ...words } = filter as { shown?: Shown; title?: string; number?: string; orderNo?: string };
  const asked = { ...words, shown };
  const list = useQuery({ ...queryOf(invoiceList, { query: { ...asked, ...page } }), placeholderData: (before) => before });
  const sums = useQuery({ ...queryOf(invoiceSums, { query: asked }), placeholderData: (before) => before });
  const act = (row: StaffInvoice) => (
    <button type="button" className="row-act" onClick={() => show(row.invoiceId)}>
      {(waits(row) && row.events.length > 0) || (row.reds.some(({ number }) => !number) && may('pay:invoice:red')) ? '处理' : '查看'}
    </button>
  );
  const columns: TableColumnsType<StaffInvoice> = [
    { title: '申请号', dataIndex: 'applyNo', width: 180, render: (text: string) => <span className="code">{text}</span> },
    { title: '状态', dataIndex: 'status', width: 110, render: (_value, row) => <StateTag machine={invoiceMachine} state={row.status} /> },
    { title: '等待', key: 'days', width: 80, align: 'right', render: (_value, row) => (waits(row) ? `${row.days}天` : '—') },
    // What is wrong is seen without scrolling.
    { title: '核对', dataIndex: 'fault', width: 150, render: (text: string) => (text ? <span className="late">{text}</span> : '—') },
    { title: '种类', dataIndex: 'kind', width: 100, render: (kind: StaffInvoice['kind']) => INVOICE_KINDS[kind] },
    { title: '抬头', dataIndex: 'title', width: 200, ellipsis: true },
    { title: '税号', dataIndex: 'taxNo', width: 180, render: (text: string) => (text ? <span className="code">{text}</span> : '—') },
    {
      title: '价税合计',
      dataIndex: 'amountFen',
      width: 110,
      align: 'right',
      render: (fen: number) => <span className="money-cell">{yuan(fen)}</span>,
    },
    { title: '税额', dataIndex: 'taxFen', width: 90, align: 'right', render: (fen: number) => <span className="money-cell">{yuan(fen)}</span> },
    { title: '发票号码', dataIndex: 'invoiceNumber', width: 190, render: (text: string) => (text ? <span className="code">{text}</span> : '—') },
    { title: '申请时间', dataIndex: 'createTime', width: 170 },
    { title: '操作', key: 'actions', width: 80, render: (_value, row) => act(row) },
  ];
  return (
    <section className="admin-card crud" aria-label="发票管理">
      <HiddenTitle />
      <TaskTabs names={NAMES} tab={shown} onPick={(picked) => setFilter({ shown: picked })} />
      <search className="crud-search">
        {SEARCHES.map(([key, label]) => (
          <FilterText key={key} label={label} value={words[key]} onSearch={(text) => setFilter({ [key]: text })} />
        ))}
      </search>
      {may('pay:invoice:issue') ? narrow ? <p className="soft invoice-hint">批量开具请在电脑上办理</p> : <Batch /> : null}
      {sums.data ? (
        <ListSums
          items={[
            ['发票', `${sums.data.invoices} 张`],
            ['价税合计', price(sums.data.amountFen)],
            ['税额', price(sums.data.taxFen)],
            ['已红冲', price(-sums.data.redFen)],
          ]}
        />
      ) : null}
      <TaskList
        list={list}
        rowKey="invoiceId"
        columns={columns}
        width={1650}
        empty="暂无开票申请"
        page={page}
        setPage={setPage}
        card={(row) => (
          <>
            <strong>{row.title}</strong> <StateTag machine={invoiceMachine} state={row.status} />
            <div className="soft">
              <span className="code">{row.applyNo}</span> · {INVOICE_KINDS[row.kind]} · {price(row.amountFen)}
              {waits(row) ? ` · 等待${row.days}天` : ''}
            </div>
            {row.fault ? <div className="late">{row.fault}</div> : null}
            {act(row)}
          </>
        )}
      />
      {open ? <InvoiceDrawer key={open} invoiceId={open} onClose={close} /> : null}
    </section>
  );
}

function InvoiceDrawer({ invoiceId, onClose }: { invoiceId: number; onClose: () => void }) {
  const narrow = useNarrow();
  const found = useQuery({ ...queryOf(invoiceList, { query: { invoiceId } }), staleTime: 0 });
  const [row] = found.data?.rows ?? [];
  return (
    <Drawer open size={narrow ? '100%' : 760} title={row ? `发票 ${row.applyNo}` : '发票'} onClose={onClose}>
      {row ? (
        <InvoiceDetail row={row} onClose={onClose} />
      ) : found.isError ? (
        <LoadFailed query={found} />
      ) : found.isPending ? (
        <Skeleton active />
      ) : (
        <Empty description="没有这张发票" />
      )}
    </Drawer>
  );
}

/** The spreadsheet for the tax office's batch page, and its results. */
function Batch() {
  const client = useQueryClient();
  const { message, modal } = App.useApp();
  const [busy, setBusy] = useState('');
  const [result, setResult] = useState<{ done: number; failed: number; skipped: readonly { id: string; reason: string }[] }>();
  const run = async (name: string, work: () => Promise<void>): Promise<void> => {
    setBusy(name);
    try {
      await work();
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setBusy('');
      void client.invalidateQueries(allOf(invoiceList));
      void client.invalidateQueries(allOf(invoiceSums));
    }
  };
  const send = (file: File) =>
    run('import', async () => {
      const body = new FormData();
      body.append('file', file);
      setResult(await call(importInvoices, { body }));
    });
  return (
    <div className="invoice-batch">
      <Button
        loading={busy === 'export'}
        onClick={() =>
          void modal.confirm({
            title: '导出批量文件',
            content: '所有待开票、失败和开具中的申请都在文件里，导出后状态为“开具中”。',
            okText: '导出',
            cancelText: '取消',
            onOk: () => run('export', async () => void (await receiveFile(exportInvoices))),
          })
        }
      >
        导出批量文件
      </Button>
      <Upload accept=".zip,.xlsx,.csv" showUploadList={false} beforeUpload={(file) => (void send(file), false)}>
        <Button loading={busy === 'import'}>导入结果</Button>
      </Upload>
      <span className="soft">结果表格和发票文件放进一个zip，文件名是发票号码</span>
      {result ? (
        <Modal open title="导入结果" footer={<Button onClick={() => setResult(undefined)}>知道了</Button>} onCancel={() => setResult(undefined)}>
          <p>
            开具成功 {result.done} 张，登记失败 {result.failed} 张，跳过 {result.skipped.length} 行。
          </p>
          <ul className="invoice-skipped">
            {result.skipped.map(({ id, reason }, at) => (
              <li key={at}>
                <span className="code">{id}</span> {reason}
              </li>
            ))}
          </ul>
        </Modal>
      ) : null}
    </div>
  );
}
