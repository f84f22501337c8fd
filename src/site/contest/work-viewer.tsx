import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { WorkFile } from '../../../contract/contest/judge-task.ts';
import { saveAs } from '../../api/receive-file.ts';
import { isOffline } from '../../api/call.ts';
import { bytes } from '../../format/bytes.ts';
import { Icon } from '../frame/icon.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';
import { workBlob, workText } from './judging-package.ts';
import { MY_REVIEWS } from './judge-queries.ts';

interface Props {
  readonly userId: number;
  readonly files: readonly WorkFile[];
  /** Files that are not ready for judges. */
  readonly waiting: number;
  readonly intro: string;
  /** Custom fields of the contest; missing in packages that older versions saved. */
  readonly more: readonly { readonly label: string; readonly value: string }[] | undefined;
}

/** The anonymous files of an entry: text, pages, picture, sound and film, from this device when they are saved. */
export function WorkViewer({ userId, files, waiting, intro, more = [] }: Props) {
  const [chosen, setChosen] = useState(0);
  const file = files[chosen] ?? files[0];
  return (
    <section className="work" aria-label="作品">
      {intro ? <p className="work-intro">{intro}</p> : null}
      {more.length > 0 ? (
        <dl className="work-more">
          {more.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {files.length > 1 ? (
        <fieldset className="work-files" aria-label="作品文件">
          {files.map((one, at) => (
            <button key={one.fileId} type="button" className="chip" aria-pressed={one === file} onClick={() => setChosen(at)}>
              <span>文件 {at + 1}</span>
            </button>
          ))}
        </fieldset>
      ) : null}
      {file ? <OneFile key={file.fileId} userId={userId} file={file} /> : <p className="soft">没有可以打开的文件。</p>}
      {waiting > 0 ? <p className="meta">还有 {waiting} 个文件正在去除作者信息，稍后可见。</p> : null}
    </section>
  );
}

function OneFile({ userId, file }: { userId: number; file: WorkFile }) {
  if (file.kind === 'document' || file.kind === 'book') return <TextFile userId={userId} file={file} />;
  return <ByteFile userId={userId} file={file} />;
}

/** A file that is not on this device, or that the server does not give. */
function NotHere({ error, retry }: { error: unknown; retry: () => void }) {
  const again = useEffectEvent(retry);
  useEffect(() => {
    const onOnline = (): void => again();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, []);
  if (!isOffline(error)) return <Failed error={error} retry={retry} to={MY_REVIEWS} action="回到我的评审" />;
  return (
    <p className="contest-wrong" role="alert">
      这个文件没有存到本机，断网时不能在这里显示。联网后会自动打开。
    </p>
  );
}

function TextFile({ userId, file }: { userId: number; file: WorkFile }) {
  const text = useQuery({ queryKey: ['judging text', userId, file.fileId, 'passing'], queryFn: () => workText(userId, file), staleTime: Infinity });
  if (text.isError) return <NotHere error={text.error} retry={() => void text.refetch()} />;
  if (!text.data) return <Skeleton height={320} />;
  return (
    <div className="work-text">
      {text.data.paragraphs.map(({ style, text: words }, at) => (style === 'text' ? <p key={at}>{words}</p> : <h3 key={at}>{words}</h3>))}
      {text.data.cut ? <p className="meta">作品很长，这里显示前面的部分，请下载后读完。</p> : null}
      <SaveButton userId={userId} file={file} />
    </div>
  );
}

const SaveButton = ({ userId, file }: { userId: number; file: WorkFile }) => (
  <button type="button" className="button button-line" onClick={() => void workBlob(userId, file).then((blob) => saveAs(blob, file.fileName))}>
    <Icon name="download" size={20} />
    下载（{bytes(file.fileSize)}）
  </button>
);

function ByteFile({ userId, file }: { userId: number; file: WorkFile }) {
  const blob = useQuery({
    queryKey: ['judging file', userId, file.fileId, 'passing'],
    queryFn: () => workBlob(userId, file),
    staleTime: Infinity,
    gcTime: 60_000,
  });
  if (blob.isError) return <NotHere error={blob.error} retry={() => void blob.refetch()} />;
  if (!blob.data) return <Skeleton height={320} />;
  return <Opened userId={userId} file={file} blob={blob.data} />;
}

function Opened({ userId, file, blob }: { userId: number; file: WorkFile; blob: Blob }) {
  // One address for each mounted file; it is released with the component.
  const [url] = useState(() => URL.createObjectURL(new Blob([blob], { type: file.mime })));
  const [failed, setFailed] = useState(false);
  const onError = () => setFailed(true);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  if (failed)
    return (
      <>
        <p className="contest-wrong" role="alert">
          这个文件不能在这里显示，请下载后打开。
        </p>
        <SaveButton userId={userId} file={file} />
      </>
    );
  switch (file.kind) {
    case 'picture':
      return (
        <a className="work-picture" href={url} target="_blank" rel="noreferrer" aria-label="在新窗口看原图">
          <img src={url} alt="作品图片" onError={onError} />
        </a>
      );
    case 'audio':
      // A work of a contest has no captions that the judge could be given.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <audio className="work-audio" controls src={url} onError={onError} aria-label="作品录音" />;
    case 'video':
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <video className="work-video" controls playsInline src={url} onError={onError} aria-label="作品影像" />;
    default:
      return <PdfPages blob={blob} userId={userId} file={file} />;
  }
}

/** Pages of a PDF one below the other; each is drawn when it comes near the window. */
function PdfPages({ blob, userId, file }: { blob: Blob; userId: number; file: WorkFile }) {
  const box = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const leave = new AbortController();
    void (async () => {
      const { drawPages } = await import('./pdf-pages.ts');
      await drawPages(new Uint8Array(await blob.arrayBuffer()), element, leave.signal);
    })().catch(() => !leave.signal.aborted && setFailed(true));
    return () => leave.abort();
  }, [blob]);
  return (
    <>
      {failed ? (
        <p className="contest-wrong" role="alert">
          这份PDF不能在这里显示，请下载后打开。
        </p>
      ) : null}
      <section ref={box} className="work-pages" aria-label="作品页面" />
      <SaveButton userId={userId} file={file} />
    </>
  );
}
