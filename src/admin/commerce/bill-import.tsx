import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, DatePicker, Form, Modal, Progress, Select, Upload } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import type { Channel } from '../../../contract/commerce/order-limits.ts';
import { billProgress, fetchBill, importBill, reconItems, reconList } from '../../../contract/commerce/recon/recon.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { useActs } from '../crud/use-resource.tsx';
import { useNarrow } from '../ui/use-device.ts';

const ASK_MS = 1_000;

interface Props {
  readonly channels: readonly { readonly channel: Channel; readonly name: string; readonly byCall: boolean }[];
  readonly onClose: () => void;
}

/** Fetches the bill of a day from its channel, or takes a file. The import runs on when the dialog is closed. */
export function BillImport({ channels, onClose }: Props) {
  const narrow = useNarrow();
  const client = useQueryClient();
  const [channel, setChannel] = useState(channels[0]?.channel);
  const [day, setDay] = useState<Dayjs>(() => dayjs().subtract(1, 'day'));
  const [importId, setImportId] = useState<number | null>(null);
  const refresh = async (): Promise<void> => {
    await Promise.all([reconList, reconItems].map((one) => client.invalidateQueries(allOf(one))));
  };
  const { act } = useActs(refresh);
  const asked = useQuery({
    ...queryOf(billProgress, { params: { importId: importId ?? 0 } }),
    enabled: importId !== null,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.finished ? false : ASK_MS),
  });
  const progress = importId === null ? undefined : asked.data;
  const start = (work: () => Promise<{ importId: number }>) => act(async () => setImportId((await work()).importId), '已开始导入');
  const params = channel ? { channel, day: day.format('YYYY-MM-DD') } : null;
  const send = (file: File): void => {
    if (!params) return;
    const body = new FormData();
    body.append('file', file);
    const input = { params, body };
    void start(() => call(importBill, input));
  };
  const close = (): void => {
    void refresh();
    onClose();
  };
  return (
    <Modal open title="导入账单" footer={null} onCancel={close}>
      <Form layout="vertical">
        <Form.Item label="渠道">
          <Select
            aria-label="渠道"
            value={channel ?? null}
            options={channels.map((one) => ({ value: one.channel, label: one.name }))}
            onChange={(value) => setChannel(value as Channel)}
          />
        </Form.Item>
        <Form.Item label="账单日期">
          <DatePicker
            aria-label="账单日期"
            allowClear={false}
            value={day}
            maxDate={dayjs().subtract(1, 'day')}
            onChange={(value) => value && setDay(value)}
          />
        </Form.Item>
      </Form>
      {narrow ? <p className="soft">上传文件请在电脑上进行。</p> : null}
      <div className="recon-acts">
        {channels.find((one) => one.channel === channel)?.byCall && params ? (
          <Button type="primary" onClick={() => void start(() => call(fetchBill, { params }))}>
            向渠道获取
          </Button>
        ) : null}
        {narrow ? null : (
          <Upload accept=".csv,.zip,.txt" showUploadList={false} beforeUpload={(file) => (send(file), false)}>
            <Button>上传文件</Button>
          </Upload>
        )}
      </div>
      {progress ? (
        <output className="recon-progress">
          <Progress
            percent={progress.totalRows > 0 ? Math.floor((progress.doneRows * 100) / progress.totalRows) : progress.finished ? 100 : 0}
            status={progress.error && progress.finished ? 'exception' : progress.finished ? 'success' : 'active'}
          />
          {progress.error ? <Alert type={progress.finished ? 'error' : 'info'} showIcon title={progress.error} /> : null}
          {progress.finished && !progress.error ? <p>已导入 {progress.totalRows} 行。</p> : null}
          {!progress.finished && !progress.error ? <p className="soft">可以关闭这个窗口，导入会继续。</p> : null}
        </output>
      ) : null}
    </Modal>
  );
}
