import { useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { App, Button, Input, Popconfirm, Skeleton, Tag, Upload, type InputRef } from 'antd';
import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import type { CompositionDetail } from '../../../contract/composition/composition.ts';
import {
  addMasterTrack,
  masterTracks,
  orderMasterTracks,
  playMasterTrack,
  removeMasterTrack,
  replaceMasterTrack,
  retryMasterTrack,
  saveMasterTrack,
} from '../../../contract/composition/master.ts';
import { MEDIA } from '../../../contract/limits.ts';
import { MANUSCRIPT_UPLOAD_PATH } from '../../../contract/manuscript/manuscript-file.ts';
import { workFiles } from '../../../contract/manuscript/work-files.ts';
import type { MasterTrack } from '../../../contract/media/master-track.ts';
import { timeWords } from '../../../contract/proof/mark-time.ts';
import { call } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { bytes } from '../../format/bytes.ts';
import { ProofPlayer } from '../../proof-player/proof-player.tsx';
import { sendFile } from '../../uploads/resumable-upload.ts';
import { LoadFailed } from '../crud/list-states.tsx';
import { useEditCall } from '../manuscript/use-edit-call.ts';
import { textOf } from '../media/text-of.ts';
import { reasonAgainst, UploadDrop } from '../media/track-upload.tsx';
import { titleOf, useUploadQueue } from '../media/use-upload-queue.ts';

const STATES = { queued: '等待处理', running: '正在处理', ready: '可以播放', failed: '没有成功' } as const;
const COLOURS = { queued: 'default', running: 'processing', ready: 'success', failed: 'error' } as const;
/** While a part is prepared, its state is asked for this often. */
const POLL_MS = 2_000;

/** The parts of the master of a recording or film: upload, order, names, captions, and the player. */
export function MasterPart({ one }: { one: CompositionDetail }) {
  const client = useQueryClient();
  const { parts, making } = workFiles(one.kind);
  const found = useQuery({
    ...queryOf(masterTracks, { params: { compositionId: one.compositionId } }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some((track) => track.state === 'queued' || track.state === 'running') ? POLL_MS : false),
  });
  const queue = useUploadQueue(
    MANUSCRIPT_UPLOAD_PATH,
    (uploadId, file) => call(addMasterTrack, { body: { compositionId: one.compositionId, uploadId, title: titleOf(file) } }),
    () => void client.invalidateQueries(),
  );
  if (!parts) return null;
  if (found.isError && !found.data) return <LoadFailed query={found} />;
  if (!found.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  const tracks = found.data;
  const total = tracks.reduce((sum, { durationSec }) => sum + durationSec, 0);
  const endings = MEDIA[parts.media];
  return (
    <section className="manuscript-part" aria-label={`${parts.name}与${making.proof}`}>
      {tracks.length === 0 ? (
        <p className="soft">{one.writes.proof ? `还没有${parts.name}。按播放的先后上传，上传后可以改名和排序。` : `还没有${parts.name}。`}</p>
      ) : (
        <p className="soft">
          共 {tracks.length} {parts.unit}，{timeWords(total * 1000)}。
          {one.writes.proof ? `都能播放、次序无误以后点“出样”，${making.proof}交给校对。` : ''}
        </p>
      )}
      <ol className="master-list">
        {tracks.map((track, index) => (
          <Part key={track.trackId} one={one} track={track} index={index} ids={tracks.map(({ trackId }) => trackId)} endings={endings} />
        ))}
      </ol>
      {one.writes.proof ? <UploadDrop queue={queue} endings={endings} words={`把${parts.name}文件拖到这里，或点击选择，可以一次选多个`} /> : null}
      {tracks.some(({ state }) => state === 'ready') ? (
        <ProofPlayer
          kind={one.kind}
          tracks={tracks}
          playOf={(trackId) => call(playMasterTrack, { params: { trackId } })}
          marks={[]}
          shown={null}
          place={null}
          onShow={() => undefined}
          onMark={null}
        />
      ) : null}
    </section>
  );
}

interface PartProps {
  readonly one: CompositionDetail;
  readonly track: MasterTrack;
  readonly index: number;
  readonly ids: readonly number[];
  readonly endings: readonly string[];
}

function Part({ one, track, index, ids, endings }: PartProps) {
  const run = useEditCall();
  const { message } = App.useApp();
  const { parts } = workFiles(one.kind);
  const { trackId, version, title } = track;
  const name = useRef<InputRef>(null);
  const [sent, setSent] = useState<number | null>(null);
  const move = (to: number) => {
    const trackIds = ids.filter((id) => id !== trackId);
    trackIds.splice(to, 0, trackId);
    void run(() => call(orderMasterTracks, { body: { compositionId: one.compositionId, trackIds } }), '次序已改');
  };
  const rename = () => {
    const typed = name.current?.input?.value.trim() ?? '';
    if (typed !== '' && typed !== title) void run(() => call(saveMasterTrack, { body: { trackId, version, title: typed } }), '名称已改');
  };
  const caption = async (file: File) => {
    await run(async () => call(saveMasterTrack, { body: { trackId, version, title, captions: await textOf(file) } }), '字幕已存');
  };
  const replace = async (file: File) => {
    const reason = await reasonAgainst(file, endings);
    if (reason) return void message.error(reason);
    setSent(0);
    await run(async () => {
      const uploadId = await new Promise<string>((resolve, reject) => {
        const listener = {
          onProgress: (done: number, all: number) => setSent(Math.floor((done / Math.max(1, all)) * 100)),
          onDone: resolve,
          onError: (words: string) => reject(new Error(`${words}；再选同一个文件会接着传`)),
        };
        sendFile(MANUSCRIPT_UPLOAD_PATH, file, listener).catch(reject);
      });
      await call(replaceMasterTrack, { body: { trackId, uploadId } });
    }, '文件已更换');
    setSent(null);
  };
  const writes = one.writes.proof;
  return (
    <li className="master-part">
      <span className="master-number">{index + 1}</span>
      <div className="master-facts">
        {writes ? (
          <Input
            ref={name}
            key={title}
            defaultValue={title}
            maxLength={120}
            aria-label={`第${index + 1}${parts?.unit ?? ''}的名称`}
            onBlur={rename}
            onPressEnter={rename}
          />
        ) : (
          <strong>{title}</strong>
        )}
        <div className="master-about">
          <Tag color={COLOURS[track.state]}>{STATES[track.state]}</Tag>
          {track.hasCaptions ? <Tag>有字幕</Tag> : parts?.captions ? <Tag color="warning">没有字幕</Tag> : null}
          <span className="soft">
            {track.fileName} · {bytes(track.bytes)}
            {track.durationSec > 0 ? ` · ${timeWords(track.durationSec * 1000)}` : ''}
          </span>
        </div>
        {track.message ? <div className={track.state === 'failed' ? 'late' : 'soft'}>{track.message}</div> : null}
      </div>
      {writes ? (
        <span className="master-acts">
          <Button
            type="text"
            size="small"
            icon={<ArrowUpOutlined />}
            aria-label={`把“${title}”上移`}
            disabled={index === 0}
            onClick={() => move(index - 1)}
          />
          <Button
            type="text"
            size="small"
            icon={<ArrowDownOutlined />}
            aria-label={`把“${title}”下移`}
            disabled={index === ids.length - 1}
            onClick={() => move(index + 1)}
          />
          {track.mayRetry ? (
            <Button size="small" type="link" onClick={() => void run(() => call(retryMasterTrack, { params: { trackId } }), '已重新排队')}>
              重试
            </Button>
          ) : null}
          <Upload accept=".vtt,.srt" showUploadList={false} beforeUpload={(file) => (void caption(file), false)}>
            <Button size="small" type="link" aria-label={`上传“${title}”的字幕`}>
              字幕
            </Button>
          </Upload>
          <Upload accept={endings.map((ending) => `.${ending}`).join()} showUploadList={false} beforeUpload={(file) => (void replace(file), false)}>
            <Button size="small" type="link" loading={sent !== null} aria-label={`更换“${title}”的文件`}>
              {sent === null ? '更换' : `${sent}%`}
            </Button>
          </Upload>
          <Popconfirm
            title={`删除“${title}”？`}
            description="在它上面标的记号会找不到位置。"
            okText="删除"
            cancelText="取消"
            onConfirm={() => run(() => call(removeMasterTrack, { params: { trackId } }), '已删除')}
          >
            <Button size="small" type="link" danger aria-label={`删除“${title}”`}>
              删除
            </Button>
          </Popconfirm>
        </span>
      ) : null}
    </li>
  );
}
