import { useRef, useState } from 'react';
import { Alert, App, Button, Checkbox, Modal, Table, Upload } from 'antd';
import InboxOutlined from '@ant-design/icons/InboxOutlined';
import type { ImportReport } from '../../../contract/crud.ts';
import { call } from '../../api/call.ts';
import { receiveFile, saveAs } from '../../api/receive-file.ts';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import type { AnyResource } from './resource.ts';

const refusedWords = ({ trial, added, updated, refused }: ImportReport, partial: boolean): string => {
  if (!trial) return `已导入 ${added + updated} 条；${refused.length} 行有问题没有导入，改好后可以再导入这些行`;
  return partial ? `${refused.length} 行有问题，不会导入` : `${refused.length} 行有问题，改好后请重新选择文件`;
};

/** A value of a CSV file; a leading `= + - @` would be a formula in a spreadsheet program. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The rejected rows with their reasons, as a CSV file that can be corrected and imported again. */
export function refusedSheet({ head, refused }: Pick<ImportReport, 'head' | 'refused'>): Blob {
  const lines = [[...head, '原因'], ...refused.map(({ cells, why }) => [...head.map((_label, at) => cells[at] ?? ''), why])];
  return new Blob([`\uFEFF${lines.map((line) => line.map(csvCell).join(',')).join('\r\n')}\r\n`], { type: 'text/csv;charset=utf-8' });
}

/** Imports rows from a spreadsheet: first a dry run that reports errors, then the real import. */
export function ResourceImport({ resource, onClose, onDone }: { resource: AnyResource; onClose: () => void; onDone: () => void }) {
  useRestoreFocus();
  const { crud } = resource;
  const { message } = App.useApp();
  const [file, setFile] = useState<File | null>(null);
  const [update, setUpdate] = useState(false);
  const [partial, setPartial] = useState(false);
  const [report, setReport] = useState<ImportReport | null>(null);
  const [busy, setBusy] = useState(false);
  const asked = useRef(0);

  /** The result of another file or option does not apply to this one. */
  const forget = () => {
    asked.current += 1;
    setReport(null);
    setBusy(false);
  };
  const send = async (given: File, trial: boolean) => {
    if (trial) forget();
    const mine = asked.current;
    setBusy(true);
    try {
      const body = new FormData();
      body.append('updateSupport', update ? '1' : '0');
      body.append('partial', partial ? '1' : '0');
      body.append('dryRun', trial ? '1' : '0');
      body.append('file', given);
      const answer = (await call(crud.importData, { body })) as unknown as { data?: ImportReport } & ImportReport;
      const found = answer.data ?? answer;
      if (trial && mine !== asked.current) return;
      setReport(found);
      if (found.trial) return;
      void message.success(`导入完成：新增 ${found.added} 条，更新 ${found.updated} 条`);
      onDone();
      // The rejected rows stay in view, to be saved as a file.
      if (found.refused.length === 0) onClose();
    } catch (error) {
      if (!trial || mine === asked.current) void message.error(errorMessage(error));
    } finally {
      if (mine === asked.current) setBusy(false);
    }
  };
  const count = report ? report.added + report.updated : 0;
  const written = report !== null && !report.trial;
  const good = report !== null && !written && count > 0 && (partial || report.refused.length === 0);

  return (
    <Modal
      open
      title={`导入${crud.name}`}
      onCancel={onClose}
      okText={good ? `导入 ${count} 条` : '导入'}
      cancelText="取消"
      okButtonProps={{ disabled: !good || !file, loading: busy }}
      onOk={() => file && void send(file, false)}
    >
      <Upload.Dragger
        accept=".xlsx,.csv"
        maxCount={1}
        showUploadList={file !== null}
        onRemove={() => (setFile(null), forget())}
        beforeUpload={(given) => (setFile(given), void send(given, true), false)}
      >
        <InboxOutlined style={{ fontSize: 32 }} />
        <p>把填好的表格（.xlsx 或 .csv）拖到这里，或点击选择</p>
        <p className="soft">选好后先检查一遍，不会写入任何数据</p>
      </Upload.Dragger>
      <div style={{ display: 'flex', justifyContent: 'space-between', margin: '12px 0' }}>
        <Checkbox
          checked={update}
          onChange={(event) => {
            setUpdate(event.target.checked);
            forget();
          }}
        >
          更新已经存在的{crud.name}
        </Checkbox>
        <Button type="link" onClick={() => void receiveFile(crud.importTemplate).catch((error: unknown) => message.error(errorMessage(error)))}>
          下载模板
        </Button>
      </div>
      {report === null && file ? (
        <Button block loading={busy} onClick={() => void send(file, true)}>
          检查表格
        </Button>
      ) : null}
      {report ? (
        <Alert
          type={report.refused.length > 0 ? 'error' : 'success'}
          showIcon
          title={report.refused.length > 0 ? refusedWords(report, partial) : `检查通过：将新增 ${report.added} 条，更新 ${report.updated} 条`}
        />
      ) : null}
      {report && report.refused.length > 0 ? (
        <div style={{ display: 'flex', justifyContent: 'space-between', alignItems: 'center', marginTop: 8 }}>
          {written ? null : (
            <Checkbox checked={partial} onChange={(event) => setPartial(event.target.checked)}>
              只导入没有问题的 {count} 行
            </Checkbox>
          )}
          <Button type="link" onClick={() => saveAs(refusedSheet(report), `${crud.name}-有问题的行.csv`)}>
            下载有问题的行
          </Button>
        </div>
      ) : null}
      {report && report.refused.length > 0 ? (
        <Table
          size="small"
          rowKey="line"
          virtual
          scroll={{ y: 240, x: 400 }}
          pagination={false}
          style={{ marginTop: 8 }}
          dataSource={report.refused}
          columns={[
            { title: '行', dataIndex: 'line', width: 60 },
            { title: crud.name, dataIndex: 'title', width: 120, ellipsis: true },
            { title: '原因', dataIndex: 'why' },
          ]}
        />
      ) : null}
    </Modal>
  );
}
