import { Alert, App, Button, Empty, Skeleton, Tag } from 'antd';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { recentPreparations, retryPreparation } from '../../../contract/catalog/preparation.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { bytes } from '../../format/bytes.ts';
import { Drawer } from '../ui/drawer.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { messageOf, PreparationFindings } from './preparation-findings.tsx';
import { RetryInRow } from './retry-in-row.tsx';

const POLL_MS = 1_500;
const STATES = { queued: '等待处理', running: '正在处理', ready: '可以阅读', failed: '没有成功' } as const;
const COLOURS = { queued: 'default', running: 'processing', ready: 'default', failed: 'error' } as const;

/** Status of the user's uploaded files, and of books that the server could not rebuild. */
export function PublicationPreparations({ onClose, onOpen }: { onClose: () => void; onOpen: (publishId: number) => void }) {
  useRestoreFocus();
  const narrow = useNarrow();
  const { message } = App.useApp();
  const client = useQueryClient();
  const list = useQuery({
    ...queryOf(recentPreparations, {}),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.rows.some((row) => row.state === 'queued' || row.state === 'running') ? POLL_MS : false),
  });
  const retry = useMutation({
    mutationFn: (preparationId: number) => call(retryPreparation, { params: { preparationId } }),
    onSuccess: () => void message.success('已重新排队处理'),
    onSettled: () => client.invalidateQueries(allOf(recentPreparations)),
    onError: (error) => void message.error(errorMessage(error)),
  });
  const rows = list.data?.rows ?? [];
  return (
    <Drawer open size={narrow ? '100%' : 560} title="处理记录" onClose={onClose}>
      {list.isError ? (
        <Alert type="error" title={errorMessage(list.error)} action={<Button onClick={() => void list.refetch()}>重试</Button>} />
      ) : null}
      {list.isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
      {list.data && rows.length === 0 ? <Empty description="还没有上传过电子书" style={{ padding: 24 }} /> : null}
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }} aria-live="polite">
        {rows.map((row) => (
          <li
            key={row.preparationId}
            tabIndex={-1}
            style={{ display: 'flex', gap: 8, padding: '10px 0', borderBottom: '1px solid var(--ant-color-split)' }}
          >
            <div style={{ flex: 1, minWidth: 0 }}>
              <div style={{ overflowWrap: 'anywhere' }}>
                <strong>{row.fileName}</strong> <Tag color={COLOURS[row.state]}>{STATES[row.state]}</Tag>
                {row.byHouse ? <Tag>系统重新处理</Tag> : null}
              </div>
              <div className="soft">
                {bytes(row.size)} · {row.createTime.slice(0, 16)}
              </div>
              {messageOf(row) ? (
                <div style={{ color: row.state === 'failed' ? 'var(--ant-color-error)' : 'var(--ant-color-warning)' }}>{messageOf(row)}</div>
              ) : null}
              <PreparationFindings findings={row.findings} />
            </div>
            {row.publishId !== null ? (
              <Button size="small" aria-label={`查看：${row.fileName}`} onClick={() => onOpen(row.publishId ?? 0)}>
                查看
              </Button>
            ) : row.mayRetry ? (
              <RetryInRow
                of={row.fileName}
                busy={retry.isPending && retry.variables === row.preparationId}
                retry={() => retry.mutate(row.preparationId)}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </Drawer>
  );
}
