import { useRef, useState } from 'react';
import { Alert, App, Button, Checkbox, Modal, Table, Upload } from 'antd';
import InboxOutlined from '@ant-design/icons/InboxOutlined';
import { countsTemplate, importCounts, type CountsReport } from '../../../contract/wechat/article.ts';
import { call } from '../../api/call.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { errorMessage } from '../ui/error-message.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';

type Skipped = CountsReport['skipped'][number];

const KINDS = { new: '新增', changed: '更新', same: '没有变化', smaller: '比上次小', duplicate: '重复', invalid: '有错误' } as const;
const ORDER = ['new', 'changed', 'same', 'smaller', 'duplicate', 'invalid'] as const;
const OUTLIERS = { none: '', ratio: '阅读与点赞之比过高', jump: '增长过快' } as const;

const summary = ({ counts }: CountsReport): string =>
  ORDER.filter((kind) => counts[kind] > 0)
    .map((kind) => `${KINDS[kind]} ${counts[kind]} 行`)
    .join('，');

/** Imports articles and their counts: first a dry run that shows what each row does, then the import. Smaller counts need a confirmation. */
export function CountsImport({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  useRestoreFocus();
  const { message } = App.useApp();
  const [file, setFile] = useState<File | null>(null);
  const [acceptSmaller, setAcceptSmaller] = useState(false);
  const [report, setReport] = useState<CountsReport | null>(null);
  const [busy, setBusy] = useState(false);
  const asked = useRef(0);

  /** The result of another file or option does not apply to this one. */
  const forget = () => {
    asked.current += 1;
    setReport(null);
    setBusy(false);
  };
  const send = async (given: File, trial: boolean, smaller = acceptSmaller) => {
    forget();
    const mine = asked.current;
    setBusy(true);
    try {
      const body = new FormData();
      body.append('dryRun', trial ? '1' : '0');
      body.append('acceptSmaller', smaller ? '1' : '0');
      body.append('file', given);
      const found = await call(importCounts, { body });
      if (mine !== asked.current) return;
      setReport(found);
      if (trial) return;
      void message.success(`写入了 ${found.done} 行，跳过 ${found.skipped.length} 行`);
      onDone();
      if (found.skipped.length === 0 && found.flagged.length === 0) onClose();
    } catch (error) {
      if (mine === asked.current) void message.error(errorMessage(error));
    } finally {
      if (mine === asked.current) setBusy(false);
    }
  };
  const ready = report !== null && report.trial && report.done > 0;
  return (
    <Modal
      open
      width={640}
      title="导入文章数据"
      onCancel={onClose}
      cancelText={report && !report.trial ? '关闭' : '取消'}
      okText={ready ? `写入 ${report.done} 行` : '写入'}
      okButtonProps={{ disabled: !ready || !file, loading: busy }}
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
        <p className="soft">先试算一遍，不会写入任何数据；导出的文章表改好后也可以直接导入</p>
      </Upload.Dragger>
      <div style={{ display: 'flex', justifyContent: 'space-between', flexWrap: 'wrap', gap: 8, margin: '12px 0' }}>
        <Checkbox
          checked={acceptSmaller}
          onChange={({ target: { checked } }) => {
            setAcceptSmaller(checked);
            if (file) void send(file, true, checked);
          }}
        >
          接受比上次小的数据
        </Checkbox>
        <Button type="link" onClick={() => void receiveFile(countsTemplate).catch((error: unknown) => message.error(errorMessage(error)))}>
          下载模板
        </Button>
      </div>
      {report ? <Report report={report} /> : null}
    </Modal>
  );
}

function Report({ report }: { report: CountsReport }) {
  const { skipped, flagged, trial, done } = report;
  return (
    <>
      <Alert
        type={skipped.length > 0 ? 'warning' : 'success'}
        showIcon
        title={trial ? `试算完成：将写入 ${done} 行，跳过 ${skipped.length} 行` : `写入了 ${done} 行，跳过 ${skipped.length} 行`}
        description={summary(report)}
      />
      {flagged.length > 0 ? (
        <Alert
          style={{ marginTop: 8 }}
          type="warning"
          showIcon
          title={`${flagged.length} 篇文章数据异常，判定之前它们的公众号不进榜`}
          description={flagged
            .slice(0, 3)
            .map((one) => `第${one.row}行《${one.title}》${OUTLIERS[one.outlier]}`)
            .join('；')}
        />
      ) : null}
      {skipped.length > 0 ? (
        <Table<Skipped>
          size="small"
          rowKey="row"
          virtual
          scroll={{ y: 240, x: 560 }}
          pagination={false}
          style={{ marginTop: 8 }}
          dataSource={skipped}
          columns={[
            { title: '行', dataIndex: 'row', width: 60 },
            { title: '文章', dataIndex: 'title', width: 160, ellipsis: true },
            { title: '结果', dataIndex: 'kind', width: 90, render: (kind: Skipped['kind']) => KINDS[kind] },
            { title: '原因', dataIndex: 'reason' },
          ]}
        />
      ) : null}
    </>
  );
}
