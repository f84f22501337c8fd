import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Input, Modal, Table, Upload } from 'antd';
import type { DataOf } from '../../../contract/endpoint.ts';
import { BATCH_KINDS, FEE_HEADS, importEarnings, OPENING_HEADS, type BatchKind } from '../../../contract/earnings/earning-batch.ts';
import { groupedYuan } from '../../../contract/money.ts';
import { call } from '../../api/call.ts';
import { errorMessage } from '../ui/error-message.ts';
import { Labelled } from '../ui/labelled.tsx';
import { ChoiceInput, PeriodInput } from './batch-inputs.tsx';

type Report = DataOf<typeof importEarnings>;
const HEADS: Readonly<Record<BatchKind, readonly string[]>> = { fee: FEE_HEADS, opening: OPENING_HEADS };

/** A sheet is shown as a dry run before anything is stored. */
export function BatchImport({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { message } = App.useApp();
  const [kind, setKind] = useState<BatchKind>('fee');
  const [period, setPeriod] = useState('');
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const [tried, setTried] = useState<{ file: File; report: Report } | null>(null);
  const send = async (file: File, dry: '0' | '1') => {
    setBusy(true);
    try {
      const body = new FormData();
      body.append('file', file);
      const report = await call(importEarnings, { query: { kind, period, note: note.trim(), dry }, body });
      if (dry === '1') return setTried({ file, report });
      void message.success(`已导入${report.batchNo}，共${report.good}行，等另一位财务人员复核`);
      await client.invalidateQueries();
      onClose();
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const ready = period !== '' && note.trim() !== '';
  const good = tried?.report.bad === 0;
  return (
    <Modal
      open
      width={760}
      title="导入表格"
      okText="存入，等待复核"
      cancelText="取消"
      okButtonProps={{ disabled: !tried || !good, loading: busy }}
      onOk={() => (tried ? void send(tried.file, '0') : undefined)}
      onCancel={onClose}
    >
      <Labelled label="内容">
        {(id) => (
          <ChoiceInput
            id={id}
            value={kind}
            names={BATCH_KINDS}
            onChange={(next) => {
              setKind(next);
              setTried(null);
            }}
          />
        )}
      </Labelled>
      <Labelled label="计入账期">{(id) => <PeriodInput id={id} value={period} onChange={setPeriod} />}</Labelled>
      <Labelled label="依据（审批单号、合同等）">
        {(id) => <Input id={id} maxLength={200} value={note} onChange={({ target }) => setNote(target.value)} />}
      </Labelled>
      <p className="soft">第一行：{HEADS[kind].join('、')}</p>
      <Upload accept=".xlsx,.csv" showUploadList={false} disabled={!ready} beforeUpload={(file) => (void send(file, '1'), false)}>
        <Button loading={busy} disabled={!ready}>
          选择表格
        </Button>
      </Upload>
      {tried ? (
        <>
          {good ? (
            <Alert type="success" showIcon title={`${tried.report.good}行可以导入，合计${groupedYuan(tried.report.fen)}元`} />
          ) : (
            <Alert type="error" showIcon title={`${tried.report.bad}行不能导入，改正后重新选择；现在没有存入任何一行`} />
          )}
          <Table
            size="small"
            rowKey="row"
            pagination={false}
            scroll={{ y: 320 }}
            dataSource={tried.report.rows}
            columns={[
              { title: '行', dataIndex: 'row', width: 60 },
              { title: '内容', dataIndex: 'text' },
              { title: '原因', dataIndex: 'fault', width: 220 },
            ]}
          />
        </>
      ) : null}
    </Modal>
  );
}
