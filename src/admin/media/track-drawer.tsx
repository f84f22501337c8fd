import { useState } from 'react';
import { Alert, App, Button, Empty, Skeleton } from 'antd';
import { partsName } from '../../../contract/media/part-name.ts';
import type { AdminTrack } from '../../../contract/media/track.ts';
import type { Work } from '../../../contract/media/work.ts';
import { actionsFor, type usePublicationEvents } from '../catalog/publication-actions.ts';
import { StatusTag } from '../catalog/publication-status.tsx';
import { RetryInRow } from '../catalog/retry-in-row.tsx';
import { useLeaveUpload } from '../catalog/use-leave-upload.ts';
import { Drawer } from '../ui/drawer.tsx';
import { useAskBeforeUnload } from '../ui/use-ask-before-unload.ts';
import { TitleName } from '../ui/name.tsx';
import { errorMessage } from '../ui/error-message.ts';
import { useNarrow } from '../ui/use-device.ts';
import { useRestoreFocus } from '../ui/use-restore-focus.ts';
import { TextWork } from './text-work.tsx';
import { TrackForm } from './track-form.tsx';
import { TrackActions, TrackRow } from './track-row.tsx';
import { TrackUpload } from './track-upload.tsx';
import { useTracks } from './use-tracks.ts';

interface Props {
  work: Pick<Work, 'publishId' | 'kind' | 'title' | 'status' | 'editionId' | 'layoutFaults'>;
  may: (permission: string) => boolean;
  events: ReturnType<typeof usePublicationEvents>;
  onEdit: () => void;
  onClose: () => void;
}

/** The tracks of a work: upload, status, editing and order. */
export function TrackDrawer({ work, may, events, onEdit, onClose }: Props) {
  useRestoreFocus();
  const narrow = useNarrow();
  const name = partsName(work);
  const { modal } = App.useApp();
  const [edited, setEdited] = useState<number | null>(null);
  const [sending, setSending] = useState(false);
  const leave = useLeaveUpload(onClose);
  useAskBeforeUnload(sending);
  const { list, rows, again, move, moving, remove, retry } = useTracks(work.publishId);
  const locked = work.status === 'checking';
  const mayEdit = may('publish:audio:edit') && !locked;
  const confirmRemoval = (track: AdminTrack): void =>
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
      title={
        <>
          <TitleName>{work.title}</TitleName>的{name}
        </>
      }
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
          {actionsFor(work, may).map((action, index) => (
            <Button
              key={action.event}
              danger={action.event === 'recall'}
              type={index === 0 && action.event !== 'recall' ? 'primary' : 'default'}
              onClick={() => events.ask(work, action)}
            >
              {action.label}
            </Button>
          ))}
        </div>
      }
    >
      <StatusTag status={work.status} />
      {locked ? <Alert type="info" showIcon title={`上架审核中，${name}不能修改；驳回后可以继续完善。`} style={{ margin: '12px 0' }} /> : null}
      {list.isError ? (
        <Alert type="error" title={errorMessage(list.error)} action={<Button onClick={() => void list.refetch()}>重试</Button>} />
      ) : null}
      {list.isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
      {list.data && rows.length === 0 ? <Empty description={`还没有${name}，先上传一个文件`} style={{ padding: 24 }} /> : null}
      <ol style={{ listStyle: 'none', margin: '12px 0 0', padding: 0 }} aria-live="polite">
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
      {may('publish:audio:add') && !locked ? <TrackUpload publishId={work.publishId} onAdded={() => void again()} onSending={setSending} /> : null}
      <TextWork publishId={work.publishId} mayEdit={mayEdit} />
      {edited === null ? null : (
        <TrackForm mediaId={edited} kind={work.kind} onClose={() => setEdited(null)} onSaved={() => (setEdited(null), void again())} />
      )}
    </Drawer>
  );
}
