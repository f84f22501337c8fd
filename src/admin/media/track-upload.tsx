import { useEffect } from 'react';
import { Button, Progress, Upload } from 'antd';
import InboxOutlined from '@ant-design/icons/InboxOutlined';
import { MB, MEDIA } from '../../../contract/limits.ts';
import { rejectedFormat } from '../../../contract/media/recording-format.ts';
import { bytesOf } from '../../format/bytes.ts';
import { useTrackQueue } from './use-track-queue.ts';
import type { UploadQueue } from './use-upload-queue.ts';

const ENDINGS = [...MEDIA.audio, ...MEDIA.video];

/** Returns why a file cannot be uploaded, before its bytes are sent; '' for one that may be. The server checks the content again. */
export async function reasonAgainst(file: File, endings: readonly string[] = ENDINGS): Promise<string> {
  if (file.size === 0) return '文件是空的，请重新导出后再上传';
  const part = async (at: number, length: number): Promise<Uint8Array> => new Uint8Array(await file.slice(at, at + length).arrayBuffer());
  const rejected = await rejectedFormat(part).catch(() => null);
  if (rejected) return rejected;
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
  if (!endings.includes(ending)) return `请选择${endings.join('、')}格式的文件`;
  return file.size > MEDIA.fileBytes ? `文件不能超过 ${MEDIA.fileBytes / MB} MB，请降低码率或拆分后再上传` : '';
}

interface Props {
  readonly queue: UploadQueue;
  /** Endings of the files to choose. */
  readonly endings: readonly string[];
  readonly words: string;
  /** Called with true while files are uploading or waiting. */
  readonly onSending?: (sending: boolean) => void;
}

/** Uploads the files of a published work. */
export function TrackUpload({ publishId, onAdded, onSending }: { publishId: number; onAdded: () => void; onSending: (sending: boolean) => void }) {
  const queue = useTrackQueue(publishId, onAdded);
  return <UploadDrop queue={queue} endings={ENDINGS} words="把音频或视频拖到这里，或点击选择，可以一次选多个" onSending={onSending} />;
}

/** Sends chosen files one after another; an interrupted upload continues where it stopped. */
export function UploadDrop({ queue: { items, take: queue, pause, resume, remove }, endings, words, onSending }: Props) {
  const sending = items.some((item) => item.state === 'sending' || item.state === 'waiting');
  // eslint-disable-next-line react-hooks/exhaustive-deps -- told when it changes
  useEffect(() => onSending?.(sending), [sending]);

  const take = async (file: File): Promise<void> => queue(file, await reasonAgainst(file, endings));

  return (
    <div aria-live="polite">
      <Upload.Dragger
        multiple
        accept={endings.map((ending) => `.${ending}`).join()}
        showUploadList={false}
        beforeUpload={(file) => (void take(file), false)}
        style={{ marginTop: 12 }}
      >
        <p style={{ fontSize: 28, margin: 0 }}>
          <InboxOutlined aria-hidden />
        </p>
        <p>{words}</p>
        <p className="soft">
          <span className="unbroken">{endings.join('、')}，</span>
          <span className="unbroken">单个不超过 {MEDIA.fileBytes / MB / 1024} GB；</span>
          <span className="unbroken">上传中断后选同一个文件可以接着传</span>
        </p>
      </Upload.Dragger>
      <ul style={{ listStyle: 'none', margin: '8px 0 0', padding: 0 }}>
        {items.map((item) => (
          <li key={item.key} style={{ padding: '6px 0' }}>
            <div style={{ display: 'flex', gap: 8, alignItems: 'center' }}>
              <span style={{ flex: 1, minWidth: 0 }}>{item.file.name}</span>
              <span className="soft">{item.state === 'waiting' ? '排队中' : bytesOf(item.sent, item.file.size)}</span>
              {item.state === 'sending' && !item.uploadId ? (
                <Button size="small" type="link" aria-label={`暂停${item.file.name}`} onClick={() => pause(item)}>
                  暂停
                </Button>
              ) : null}
              {item.state === 'paused' || (item.state === 'failed' && item.mayGoOn) ? (
                <Button
                  size="small"
                  type="link"
                  aria-label={`${item.state === 'paused' ? '继续' : '重试'}：${item.file.name}`}
                  onClick={() => resume(item)}
                >
                  {item.state === 'paused' ? '继续' : '重试'}
                </Button>
              ) : null}
              {item.state !== 'sending' ? (
                <Button size="small" type="text" aria-label={`移除${item.file.name}`} onClick={() => remove(item)}>
                  移除
                </Button>
              ) : null}
            </div>
            {item.state === 'failed' ? (
              <div role="alert" style={{ color: 'var(--ant-color-error)' }}>
                {item.reason}
              </div>
            ) : (
              <Progress percent={Math.floor((item.sent / Math.max(1, item.file.size)) * 100)} size="small" aria-label={`${item.file.name}上传进度`} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
