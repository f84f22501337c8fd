import { useState } from 'react';
import { Button, Input, Modal } from 'antd';
import { importIsbns, isbnEvent, isbnNumber, type IsbnNumber } from '../../../contract/composition/isbn.ts';
import { call } from '../../api/call.ts';
import { resource, type Tools } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { ManuscriptSelect } from '../manuscript/manuscript-select.tsx';
import './composition.css';

type Act = { readonly event: 'reserve' | 'void'; readonly row: IsbnNumber; readonly tools: Tools<typeof isbnNumber> };

const EDIT = 'publish:isbn:edit';

/** A7: the pool of ISBNs. */
export function IsbnPage() {
  const [act, setAct] = useState<Act | null>(null);
  const [numbers] = useState(() =>
    resource(isbnNumber, {
      columns: ['isbn', 'status', 'title', 'cipNo', 'batch', 'remark', 'updateTime'],
      search: ['isbn', 'batch', 'status'],
      form: ['isbn', 'batch', 'cipNo', 'remark'],
      detail: ['isbn', 'status', 'title', 'cipNo', 'batch', 'remark', 'createBy', 'createTime', 'updateBy', 'updateTime'],
      empty: '书号池为空',
      formColumns: 1,
      widths: { isbn: 190, status: 90, title: 180, cipNo: 170, batch: 110, remark: 160, updateTime: 150 },
      locked: (row) => (row.status === 'void' ? '已作废的书号不能修改' : false),
      toolbar: (tools) => (tools.may('publish:isbn:add') ? <BatchButton tools={tools} /> : null),
      rowActions: (row, tools) => [
        ...(row.status === 'free' ? [{ key: 'reserve', label: '预留', permission: EDIT, run: () => setAct({ event: 'reserve', row, tools }) }] : []),
        ...(row.status === 'reserved'
          ? [
              {
                key: 'release',
                label: '取消预留',
                permission: EDIT,
                run: () =>
                  tools.ask(
                    { title: `取消预留 ${row.isbn}？`, content: `《${row.title}》不再使用这个书号，CIP核字号清空。`, verb: '取消预留' },
                    () => call(isbnEvent, { params: { event: 'release', numberId: row.numberId } }),
                    '已取消预留',
                  ),
              },
            ]
          : []),
        ...(row.status === 'free' || row.status === 'reserved'
          ? [{ key: 'void', label: '作废', permission: EDIT, danger: true, run: () => setAct({ event: 'void', row, tools }) }]
          : []),
      ],
    }),
  );
  return (
    <>
      <ResourcePage resource={numbers} />
      {act ? <ActDialog key={`${act.event} ${act.row.numberId}`} act={act} onClose={() => setAct(null)} /> : null}
    </>
  );
}

function ActDialog({ act: { event, row, tools }, onClose }: { act: Act; onClose: () => void }) {
  const [archiveId, setArchiveId] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const reserves = event === 'reserve';
  return (
    <Modal
      open
      title={reserves ? `预留书号 ${row.isbn}` : `作废书号 ${row.isbn}`}
      okText={reserves ? '预留' : '作废'}
      cancelText="取消"
      okButtonProps={{ danger: !reserves, disabled: reserves ? archiveId === null : reason.trim().length < 2 }}
      onCancel={onClose}
      onOk={async () => {
        const done = await tools.act(
          () => call(isbnEvent, { params: { event, numberId: row.numberId }, body: reserves ? { archiveId } : { reason: reason.trim() } }),
          reserves ? '已预留' : '已作废',
        );
        if (done) onClose();
      }}
    >
      {reserves ? (
        <div className="event-fields">
          <label htmlFor="isbn-manuscript">给稿件</label>
          <ManuscriptSelect id="isbn-manuscript" value={archiveId} onChange={(value) => setArchiveId(value as number | null)} />
        </div>
      ) : (
        <div className="event-fields">
          <p style={{ margin: 0 }}>作废后不能再用，也不能恢复。</p>
          <label htmlFor="isbn-reason">原因</label>
          <Input.TextArea id="isbn-reason" value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
        </div>
      )}
    </Modal>
  );
}

interface Report {
  readonly done: readonly string[];
  readonly skipped: readonly { readonly line: number; readonly isbn: string; readonly reason: string }[];
}

function BatchButton({ tools }: { tools: Tools<typeof isbnNumber> }) {
  const [open, setOpen] = useState(false);
  const [batch, setBatch] = useState('');
  const [text, setText] = useState('');
  const [report, setReport] = useState<Report | null>(null);
  const close = () => {
    setOpen(false);
    setReport(null);
    setText('');
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>导入一批</Button>
      <Modal
        open={open}
        title="导入书号"
        okText={report ? '完成' : '导入'}
        cancelText="取消"
        okButtonProps={{ disabled: !report && (batch.trim() === '' || text.trim() === '') }}
        onCancel={close}
        onOk={async () => {
          if (report) return close();
          await tools.act(async () => setReport(await call(importIsbns, { body: { batch: batch.trim(), text } })));
        }}
      >
        {report ? (
          <div aria-live="polite">
            <p>
              已入池 {report.done.length} 个{report.skipped.length > 0 ? `，没有入池 ${report.skipped.length} 个：` : '。'}
            </p>
            <ul className="isbn-skipped">
              {report.skipped.map((one) => (
                <li key={one.line}>
                  第{one.line}行 {one.isbn}：{one.reason}
                </li>
              ))}
            </ul>
          </div>
        ) : (
          <div className="event-fields">
            <label htmlFor="isbn-batch">批次</label>
            <Input id="isbn-batch" value={batch} maxLength={20} placeholder="例如 2026年第一批" onChange={({ target }) => setBatch(target.value)} />
            <label htmlFor="isbn-text">书号，一行一个</label>
            <Input.TextArea
              id="isbn-text"
              value={text}
              autoSize={{ minRows: 8, maxRows: 16 }}
              placeholder={'978-7-999999-00-3\n978-7-999999-07-2'}
              onChange={({ target }) => setText(target.value)}
            />
          </div>
        )}
      </Modal>
    </>
  );
}
