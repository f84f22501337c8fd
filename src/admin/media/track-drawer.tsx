import { useEffect, useState } from 'react';
import { Alert, App, Button, Drawer, Empty, Skeleton, Tag } from 'antd';
import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { partsName } from '../../../contract/media/part-name.ts';
import { type DeskTrack, listTracks, orderTracks, removeTracks, retryTrack } from '../../../contract/media/track.ts';
import type { Work } from '../../../contract/media/work.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { bytes } from '../../format/bytes.ts';
import { actionsFor, useStale, type usePublicationEvents } from '../catalog/publication-actions.ts';
import { StatusTag } from '../catalog/publication-status.tsx';
import { RetryInRow } from '../catalog/retry-in-row.tsx';
import { useAskBeforeUnload, useLeaveUpload } from '../catalog/use-leave-upload.ts';
import { wordsOf } from '../frame/say.ts';
import { useNarrow } from '../frame/use-device.ts';
import { TrackForm } from './track-form.tsx';
import { TrackUpload } from './track-upload.tsx';

const POLL_MS = 1_000;
const STATES = { queued: '等待处理', running: '正在处理', ready: '可以播放', failed: '没有成功' } as const;
const STREAMS = { none: '', waiting: '等待制作多种清晰度', running: '正在制作多种清晰度', ready: '', failed: '多种清晰度没有做成' } as const;
const COLOURS = { queued: 'default', running: 'processing', ready: 'default', failed: 'error' } as const;

const sizesOf = ({ stream }: DeskTrack): string => stream.sizes.map((size) => `${size}P`).join('、');
const isOnItsWay = ({ state, stream }: DeskTrack): boolean => [state, stream.state].some((one) => ['queued', 'running', 'waiting'].includes(one));

export const lengthOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

interface Props {
  work: Pick<Work, 'publishId' | 'kind' | 'title' | 'status'>;
  may: (permission: string) => boolean;
  events: ReturnType<typeof usePublicationEvents>;
  onEdit: () => void;
  onClose: () => void;
}

/** The tracks of a work: sent, looked at, named, put in order. */
export function TrackDrawer({ work, may, events, onEdit, onClose }: Props) {
  const narrow = useNarrow();
  const name = partsName(work);
  const { message, modal } = App.useApp();
  const client = useQueryClient();
  const stale = useStale();
  const [edited, setEdited] = useState<number | null>(null);
  const [sending, setSending] = useState(false);
  const leave = useLeaveUpload(onClose);
  useAskBeforeUnload(sending);
  const question = queryOf(listTracks, { query: { publishId: work.publishId } });
  const list = useQuery({
    ...question,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.rows.some(isOnItsWay) ? POLL_MS : false),
  });
  const again = async (): Promise<void> => {
    await Promise.all([client.invalidateQueries({ queryKey: [listTracks.key] }), stale()]);
  };
  const working = list.data?.rows.some(isOnItsWay) ?? false;
  // What the list of works says of them is of before they were looked at.
  useEffect(() => {
    if (working) return () => void stale();
    return undefined;
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the last one is done, or the drawer is left
  }, [working]);
  const fail = (error: unknown): void => void message.error(wordsOf(error));
  const order = useMutation({
    mutationFn: (mediaIds: number[]) => call(orderTracks, { body: { publishId: work.publishId, mediaIds } }),
    onSettled: again,
    onError: fail,
  });
  const remove = useMutation({
    mutationFn: (id: number) => call(removeTracks, { params: { mediaIds: String(id) } }),
    onSettled: again,
    onError: fail,
  });
  const retry = useMutation({
    mutationFn: (mediaId: number) => call(retryTrack, { params: { mediaId } }),
    onSuccess: () => void message.success('已重新排队处理'),
    onSettled: again,
    onError: fail,
  });
  const locked = work.status === 'checking';
  const rows = list.data?.rows ?? [];
  const move = (at: number, by: number): void => {
    const ids = rows.map((row) => row.mediaId);
    ids.splice(at + by, 0, ...ids.splice(at, 1));
    order.mutate(ids);
  };
  const askRemove = (track: DeskTrack): void =>
    void modal.confirm({
      title: `删除${name}“${track.title}”？`,
      content: `${name}移入回收站，30天内可以恢复。`,
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: () => remove.mutateAsync(track.mediaId).catch(() => undefined),
    });

  return (
    <Drawer
      open
      size={narrow ? '100%' : 680}
      title={`《${work.title}》的${name}`}
      onClose={() => leave(sending)}
      footer={
        <div style={{ display: 'flex', gap: 8, flexWrap: 'wrap' }}>
          {work.status === 'listed' ? (
            <Button href={`/cms/main/collectedVideoDetail/${work.publishId}`} target="_blank">
              前台查看
            </Button>
          ) : null}
          <span style={{ flex: 1 }} />
          {may('publish:publication:edit') && !locked ? <Button onClick={onEdit}>修改作品</Button> : null}
          {actionsFor(work.status)
            .filter((action) => may(action.permission))
            .map((action, index) => (
              <Button key={action.event} type={index === 0 ? 'primary' : 'default'} onClick={() => events.ask(work, action)}>
                {action.name}
              </Button>
            ))}
        </div>
      }
    >
      <StatusTag status={work.status} />
      {locked ? <Alert type="info" showIcon title={`上架审核中，${name}不能修改；驳回后可以继续完善。`} style={{ margin: '12px 0' }} /> : null}
      {list.isError ? <Alert type="error" title={wordsOf(list.error)} action={<Button onClick={() => void list.refetch()}>重试</Button>} /> : null}
      {list.isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
      {list.data && rows.length === 0 ? <Empty description={`还没有${name}，先上传一个文件`} style={{ padding: 24 }} /> : null}
      <ol style={{ listStyle: 'none', margin: '12px 0 0', padding: 0 }} aria-live="polite">
        {rows.map((row, index) => (
          <li
            key={row.mediaId}
            tabIndex={-1}
            style={{ display: 'flex', gap: 8, padding: '10px 0', borderBottom: '1px solid var(--ant-color-split)' }}
          >
            <span className="soft" style={{ width: 24, textAlign: 'center' }}>
              {index + 1}
            </span>
            <div style={{ flex: 1, minWidth: 0 }}>
              <div>
                <strong>{row.title}</strong> <Tag color={COLOURS[row.state]}>{STATES[row.state]}</Tag>
                {row.isFree === '1' ? (
                  <Tag>免费</Tag>
                ) : row.trialSec > 0 ? (
                  <Tag>{`${row.mediaType === 'video' ? '试看' : '试听'} ${row.trialSec} 秒`}</Tag>
                ) : null}
                {row.hasCaptions ? <Tag>有字幕</Tag> : null}
                {STREAMS[row.stream.state] ? (
                  <Tag color={row.stream.state === 'running' ? 'processing' : 'default'}>{STREAMS[row.stream.state]}</Tag>
                ) : null}
              </div>
              <div className="soft">
                {row.state === 'ready'
                  ? [lengthOf(row.durationSec), bytes(row.bytes), row.codecs, row.width > 0 ? `${row.width} × ${row.height}` : '', sizesOf(row)]
                      .filter(Boolean)
                      .join(' · ')
                  : `${row.fileName} · ${bytes(row.bytes)}`}
              </div>
              {row.message ? (
                <div style={{ color: row.state === 'failed' ? 'var(--ant-color-error)' : 'var(--ant-color-warning)' }}>{row.message}</div>
              ) : null}
              {row.stream.message ? (
                <div style={{ color: 'var(--ant-color-warning)' }}>影片照常播放，只是没有多种清晰度：{row.stream.message}</div>
              ) : null}
              {row.mayRetry && may('publish:audio:edit') && !locked ? (
                <RetryInRow
                  of={row.title}
                  style={{ marginTop: 6 }}
                  busy={retry.isPending && retry.variables === row.mediaId}
                  retry={() => retry.mutate(row.mediaId)}
                />
              ) : null}
            </div>
            {may('publish:audio:edit') && !locked ? (
              <span style={{ whiteSpace: 'nowrap' }}>
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowUpOutlined />}
                  aria-label={`把“${row.title}”上移`}
                  disabled={index === 0 || order.isPending}
                  onClick={() => move(index, -1)}
                />
                <Button
                  type="text"
                  size="small"
                  icon={<ArrowDownOutlined />}
                  aria-label={`把“${row.title}”下移`}
                  disabled={index === rows.length - 1 || order.isPending}
                  onClick={() => move(index, 1)}
                />
                <Button type="link" size="small" aria-label={`修改“${row.title}”`} onClick={() => setEdited(row.mediaId)}>
                  修改
                </Button>
                {may('publish:audio:remove') ? (
                  <Button type="link" size="small" danger aria-label={`删除“${row.title}”`} onClick={() => askRemove(row)}>
                    删除
                  </Button>
                ) : null}
              </span>
            ) : null}
          </li>
        ))}
      </ol>
      {may('publish:audio:add') && !locked ? <TrackUpload publishId={work.publishId} onAdded={() => void again()} onSending={setSending} /> : null}
      {edited === null ? null : (
        <TrackForm mediaId={edited} kind={work.kind} onClose={() => setEdited(null)} onSaved={() => (setEdited(null), void again())} />
      )}
    </Drawer>
  );
}
