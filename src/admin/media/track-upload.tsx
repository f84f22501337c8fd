import { useEffect, useRef, useState } from 'react';
import { Button, Progress, Upload } from 'antd';
import InboxOutlined from '@ant-design/icons/InboxOutlined';
import { addTrack, MEDIA_UPLOAD_PATH } from '../../../contract/media/track.ts';
import { MB, MEDIA } from '../../../contract/limits.ts';
import { call } from '../../api/call.ts';
import { bytesOf } from '../../format/bytes.ts';
import { sendFile, type RunningUpload } from '../../uploads/resumable-upload.ts';
import { wordsOf } from '../frame/say.ts';

interface Sending {
  readonly key: number;
  readonly file: File;
  readonly state: 'waiting' | 'sending' | 'paused' | 'failed';
  readonly sent: number;
  readonly reason: string;
  /** Failed, but not for what the file is. */
  readonly mayGoOn: boolean;
  /** The whole file is on the server under this name. */
  readonly uploadId?: string;
}

const ENDINGS = [...MEDIA.audio, ...MEDIA.video];
const titleOf = (file: File): string => file.name.replace(/\.\w+$/, '').slice(0, 120) || '未命名';

interface Props {
  publishId: number;
  onAdded: () => void;
  /** Told whether something is sent, or waits for it. */
  onSending: (sending: boolean) => void;
}

/** Files of a work, sent one after another, each going on where it was interrupted. */
export function TrackUpload({ publishId, onAdded, onSending }: Props) {
  const [items, setItems] = useState<readonly Sending[]>([]);
  const running = useRef<{ key: number; upload: RunningUpload | null } | null>(null);
  const number = useRef(0);
  const change = (key: number, to: Partial<Sending>) => setItems((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const leave = (key: number) => setItems((all) => all.filter((one) => one.key !== key));

  useEffect(() => {
    const next = items.find((one) => one.state === 'waiting');
    if (!next || running.current) return;
    const { key, file } = next;
    running.current = { key, upload: null };
    const free = () => {
      running.current = null;
      // The next one is begun by the change of the list.
      setItems((all) => [...all]);
    };
    change(key, { state: 'sending' });
    const add = (uploadId: string): void => {
      change(key, { uploadId });
      void call(addTrack, { body: { publishId, uploadId, title: titleOf(file) } })
        .then(() => {
          leave(key);
          onAdded();
        })
        .catch((error: unknown) => change(key, { state: 'failed', reason: wordsOf(error), mayGoOn: true }))
        .finally(free);
    };
    if (next.uploadId) return add(next.uploadId);
    sendFile(MEDIA_UPLOAD_PATH, file, {
      onProgress: (sent) => change(key, { sent }),
      onDone: add,
      onError: (reason, mayGoOn) => {
        change(key, { state: 'failed', reason, mayGoOn });
        free();
      },
    }).then(
      (upload) => running.current?.key === key && (running.current.upload = upload),
      (error: unknown) => {
        change(key, { state: 'failed', reason: wordsOf(error), mayGoOn: true });
        free();
      },
    );
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only the list decides what is sent next
  }, [items]);
  useEffect(() => () => running.current?.upload?.pause(), []);
  const sending = items.some((item) => item.state === 'sending' || item.state === 'waiting');
  // eslint-disable-next-line react-hooks/exhaustive-deps -- told when it changes
  useEffect(() => onSending(sending), [sending]);

  const take = (file: File): void => {
    const ending = file.name.split('.').at(-1)?.toLowerCase() ?? '';
    const reason = !(ENDINGS as readonly string[]).includes(ending)
      ? `请选择${ENDINGS.join('、')}格式的文件`
      : file.size > MEDIA.fileBytes
        ? `文件不能超过 ${MEDIA.fileBytes / MB} MB，请降低码率或拆分后再上传`
        : file.size === 0
          ? '文件是空的，请重新导出后再上传'
          : '';
    setItems((all) => [...all, { key: (number.current += 1), file, state: reason ? 'failed' : 'waiting', sent: 0, reason, mayGoOn: false }]);
  };
  const pause = (item: Sending): void => {
    running.current?.upload?.pause();
    change(item.key, { state: 'paused' });
  };
  const remove = (item: Sending): void => {
    if (running.current?.key === item.key) {
      void running.current.upload?.cancel().catch(() => undefined);
      running.current = null;
    }
    leave(item.key);
  };
  const resume = (item: Sending): void => {
    if (running.current?.key === item.key) {
      running.current.upload?.resume();
      change(item.key, { state: 'sending' });
    } else change(item.key, { state: 'waiting', reason: '' });
  };

  return (
    <div aria-live="polite">
      <Upload.Dragger
        multiple
        accept={ENDINGS.map((ending) => `.${ending}`).join()}
        showUploadList={false}
        beforeUpload={(file) => (take(file), false)}
        style={{ marginTop: 12 }}
      >
        <p style={{ fontSize: 28, margin: 0 }}>
          <InboxOutlined aria-hidden />
        </p>
        <p>把音频或视频拖到这里，或点击选择，可以一次选多个</p>
        <p className="soft">
          <span className="unbroken">{ENDINGS.join('、')}，</span>
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
              {item.state === 'sending' ? (
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
