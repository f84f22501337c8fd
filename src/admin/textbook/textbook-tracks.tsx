import { useState } from 'react';
import { Alert, App, Button, Empty, Skeleton } from 'antd';
import type { AdminTrack } from '../../../contract/media/track.ts';
import { RetryInRow } from '../catalog/retry-in-row.tsx';
import { TrackForm } from '../media/track-form.tsx';
import { TrackActions, TrackRow } from '../media/track-row.tsx';
import { TrackUpload } from '../media/track-upload.tsx';
import { useTracks } from '../media/use-tracks.ts';
import { errorMessage } from '../ui/error-message.ts';

interface Props {
  readonly publishId: number;
  readonly may: (permission: string) => boolean;
  readonly onSending: (sending: boolean) => void;
}

/** The recordings and films of a textbook: upload, captions, order. Who may hear one is decided by the chapter in which it is placed. */
export function TextbookTracks({ publishId, may, onSending }: Props) {
  const { modal } = App.useApp();
  const [edited, setEdited] = useState<number | null>(null);
  const { list, rows, again, move, moving, remove, retry } = useTracks(publishId);
  const mayEdit = may('publish:audio:edit');
  const confirmRemoval = (track: AdminTrack): void =>
    void modal.confirm({
      title: `删除“${track.title}”？`,
      content: '音视频移入回收站，30天内可以恢复。',
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: () => remove.mutateAsync(track.mediaId).catch(() => undefined),
    });
  return (
    <>
      <p className="soft">放在试读章节里的，读者不购买也能听和看；其他章节的，有使用权才能听和看。</p>
      {list.isError ? (
        <Alert type="error" title={errorMessage(list.error)} action={<Button onClick={() => void list.refetch()}>重试</Button>} />
      ) : null}
      {list.isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
      {list.data && rows.length === 0 ? <Empty description="还没有音视频，先上传一个文件" style={{ padding: 24 }} /> : null}
      <ol className="placed-list" aria-live="polite">
        {rows.map((track, index) => (
          <TrackRow
            key={track.mediaId}
            track={track}
            number={index + 1}
            retry={
              track.mayRetry && mayEdit ? (
                <RetryInRow
                  of={track.title}
                  style={{ marginTop: 6 }}
                  busy={retry.isPending && retry.variables === track.mediaId}
                  retry={() => retry.mutate(track.mediaId)}
                />
              ) : null
            }
            actions={
              mayEdit ? (
                <TrackActions
                  track={track}
                  up={index === 0 || moving ? null : () => move(index, -1)}
                  down={index === rows.length - 1 || moving ? null : () => move(index, 1)}
                  onEdit={() => setEdited(track.mediaId)}
                  onRemove={may('publish:audio:remove') ? () => confirmRemoval(track) : null}
                />
              ) : null
            }
          />
        ))}
      </ol>
      {may('publish:audio:add') ? <TrackUpload publishId={publishId} onAdded={() => void again()} onSending={onSending} /> : null}
      {edited === null ? null : (
        <TrackForm mediaId={edited} kind="textbook" onClose={() => setEdited(null)} onSaved={() => (setEdited(null), void again())} />
      )}
    </>
  );
}
