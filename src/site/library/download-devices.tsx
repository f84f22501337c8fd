import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DataOf } from '../../../contract/endpoint.ts';
import { type myDownloads, removeDownloadDevice } from '../../../contract/library/download.ts';
import { call } from '../../api/call.ts';
import { timeAgo } from '../../format/date.ts';
import { confirm, toast } from '../frame/dialogs.ts';
import { downloadRecords } from './library-queries.ts';

type Row = DataOf<typeof myDownloads>['rows'][number];

/** The devices that hold a copy of a work. A lost or sold device is removed here, so that another can be added. */
export function DownloadDevices({ title, devices }: { title: string; devices: Row['devices'] }) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (deviceId: number) => call(removeDownloadDevice, { params: { deviceId } }),
    onSuccess: () => toast('已移除，那台设备下次联网时会删除这份下载'),
    onError: (error) => toast(error.message),
    onSettled: () => queries.invalidateQueries({ queryKey: downloadRecords.queryKey }),
  });
  if (devices.length === 0) return null;
  return (
    <details className="download-devices">
      <summary>已存到 {devices.length} 台设备</summary>
      <ul>
        {devices.map(({ deviceId, device, lastSeen, current }) => (
          <li key={deviceId}>
            <span className="meta">
              {device || '未命名的设备'} · {current ? '本机' : timeAgo(lastSeen)}
            </span>
            {current ? null : (
              <button
                type="button"
                className="text-link"
                aria-label={`从${device || '未命名的设备'}移除《${title}》`}
                disabled={remove.isPending}
                onClick={async () => {
                  if (await confirm(`移除${device || '这台设备'}？`, '它下次联网时会删除这份下载，笔记和阅读位置不受影响。', '移除'))
                    remove.mutate(deviceId);
                }}
              >
                移除
              </button>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
