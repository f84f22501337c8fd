import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { App, Modal, Radio, Skeleton } from 'antd';
import { CHANNEL_NAMES, CHANNELS, exportOnix, onixCheck, type Channel } from '../../../contract/catalog/publish-channel.ts';
import { queryOf } from '../../api/query-client.ts';
import { receiveFile } from '../../api/receive-file.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { errorMessage } from '../ui/error-message.ts';

/** Chooses a channel, shows the works that are left out and why, and downloads the ONIX file of the others. */
export function OnixDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp();
  const [channel, setChannel] = useState<Channel>('jd');
  const [busy, setBusy] = useState(false);
  const found = useQuery({ ...queryOf(onixCheck, { query: { channel } }), staleTime: 0 });
  const download = async () => {
    setBusy(true);
    try {
      await receiveFile(exportOnix, { channel });
      onClose();
    } catch (error) {
      void message.error(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  const { data } = found;
  return (
    <Modal
      open
      title="导出ONIX 3.0"
      okText={data ? `导出${data.done.length}种` : '导出'}
      cancelText="取消"
      confirmLoading={busy}
      okButtonProps={{ disabled: !data || data.done.length === 0 }}
      onOk={() => void download()}
      onCancel={onClose}
    >
      <Radio.Group
        aria-label="渠道"
        value={channel}
        onChange={({ target }) => setChannel(target.value as Channel)}
        options={CHANNELS.map((value) => ({ value, label: CHANNEL_NAMES[value] }))}
      />
      {found.isError && !data ? (
        <LoadFailed query={found} />
      ) : !data ? (
        <Skeleton active title={false} />
      ) : (
        <>
          <p aria-live="polite">
            {data.done.length + data.skipped.length === 0
              ? '这个渠道还没有作品。'
              : `数据完整的${data.done.length}种会写进文件${data.skipped.length > 0 ? `，下面${data.skipped.length}种不写：` : '。'}`}
          </p>
          <ul>
            {data.skipped.map((one) => (
              <li key={one.id}>
                《{one.title}》：{one.reason}
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}
