import type { ReactNode } from 'react';
import { Button, Tag } from 'antd';
import ArrowDownOutlined from '@ant-design/icons/ArrowDownOutlined';
import ArrowUpOutlined from '@ant-design/icons/ArrowUpOutlined';
import type { AdminTrack } from '../../../contract/media/track.ts';
import { bytes } from '../../format/bytes.ts';

const STATES = { queued: '等待处理', running: '正在处理', ready: '可以播放', failed: '没有成功' } as const;
const STREAMS = { none: '', waiting: '等待制作多种清晰度', running: '正在制作多种清晰度', ready: '', failed: '多种清晰度没有做成' } as const;
const COLOURS = { queued: 'default', running: 'processing', ready: 'default', failed: 'error' } as const;

export const lengthOf = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;

/** Facts detected in the file; until the analysis is done, the facts of the upload. */
function factsOf({ state, fileName, durationSec, codecs, width, height, stream, ...track }: AdminTrack): string {
  if (state !== 'ready') return `${fileName} · ${bytes(track.bytes)}`;
  const picture = width > 0 ? `${width} × ${height}` : '';
  const sizes = stream.sizes.map((size) => `${size}P`).join('、');
  return [lengthOf(durationSec), bytes(track.bytes), codecs, picture, sizes].filter(Boolean).join(' · ');
}

function Price({ track }: { track: AdminTrack }) {
  if (track.isFree === '1') return <Tag>免费</Tag>;
  return track.trialSec > 0 ? <Tag>{`${track.mediaType === 'video' ? '试看' : '试听'} ${track.trialSec} 秒`}</Tag> : null;
}

/** One track in the list of its work: its facts and status; `retry` is below them, `actions` next to them. */
export function TrackRow({ track, number, retry, actions }: { track: AdminTrack; number: number; retry: ReactNode; actions: ReactNode }) {
  const { state, stream } = track;
  return (
    <li tabIndex={-1} style={{ display: 'flex', gap: 8, padding: '10px 0', borderBottom: '1px solid var(--ant-color-split)' }}>
      <span className="soft" style={{ width: 24, textAlign: 'center' }}>
        {number}
      </span>
      <div style={{ flex: 1, minWidth: 0 }}>
        <div>
          <strong>{track.title}</strong> <Tag color={COLOURS[state]}>{STATES[state]}</Tag>
          <Price track={track} />
          {track.hasCaptions ? <Tag>有字幕</Tag> : null}
          {STREAMS[stream.state] ? <Tag color={stream.state === 'running' ? 'processing' : 'default'}>{STREAMS[stream.state]}</Tag> : null}
        </div>
        <div className="soft">{factsOf(track)}</div>
        {track.message ? (
          <div style={{ color: state === 'failed' ? 'var(--ant-color-error)' : 'var(--ant-color-warning)' }}>{track.message}</div>
        ) : null}
        {stream.message ? <div style={{ color: 'var(--ant-color-warning)' }}>影片照常播放，只是没有多种清晰度：{stream.message}</div> : null}
        {retry}
      </div>
      {actions}
    </li>
  );
}

interface ActionsProps {
  track: AdminTrack;
  /** Null disables the button: the first track cannot move up. */
  up: (() => void) | null;
  down: (() => void) | null;
  onEdit: () => void;
  onRemove: (() => void) | null;
}

/** Actions on a track; `onRemove` is null without the permission. */
export function TrackActions({ track: { title }, up, down, onEdit, onRemove }: ActionsProps) {
  return (
    <span style={{ whiteSpace: 'nowrap' }}>
      <Button type="text" size="small" icon={<ArrowUpOutlined />} aria-label={`把“${title}”上移`} disabled={!up} onClick={() => up?.()} />
      <Button type="text" size="small" icon={<ArrowDownOutlined />} aria-label={`把“${title}”下移`} disabled={!down} onClick={() => down?.()} />
      <Button type="link" size="small" aria-label={`修改“${title}”`} onClick={onEdit}>
        修改
      </Button>
      {onRemove ? (
        <Button type="link" size="small" danger aria-label={`删除“${title}”`} onClick={onRemove}>
          删除
        </Button>
      ) : null}
    </span>
  );
}
