import { useQuery } from '@tanstack/react-query';
import { getWork, workFile } from '../../../contract/contest/contest.ts';
import { API_PREFIX } from '../../../contract/limits.ts';
import { queryOf } from '../../api/query-client.ts';
import { Sheet } from '../frame/sheet.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';

/** An awarded work after the end: its text, pictures and recordings. */
export function WorkSheet({ submitId, title, close }: { submitId: number; title: string; close: () => void }) {
  const work = useQuery(queryOf(getWork, { params: { submitId } }));
  const { data } = work;
  return (
    <Sheet title={`《${title}》`} close={close}>
      <div className="contest-form">
        {work.isError && !data ? <Failed error={work.error} retry={() => void work.refetch()} /> : null}
        {data ? (
          <>
            <p className="meta">
              {data.awardName} · {data.authorsText}
            </p>
            {data.intro ? <p className="soft">{data.intro}</p> : null}
            {data.files.map(({ fileId, kind }) => (
              <WorkPart key={fileId} kind={kind} src={API_PREFIX + workFile.path.replace('{fileId}', String(fileId))} title={data.title} />
            ))}
            <div className="contest-work-text">
              {data.paragraphs.map(({ style, text }, at) => (style === 'text' ? <p key={at}>{text}</p> : <h3 key={at}>{text}</h3>))}
            </div>
          </>
        ) : work.isError ? null : (
          <Skeleton height={240} />
        )}
      </div>
    </Sheet>
  );
}

function WorkPart({ kind, src, title }: { kind: string; src: string; title: string }) {
  switch (kind) {
    case 'picture':
      return <img className="contest-work-picture" src={src} alt={`作品《${title}》`} />;
    case 'audio':
      // A recording of a contestant has no captions.
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <audio controls src={src} aria-label={`《${title}》的录音`} />;
    case 'video':
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <video className="contest-work-picture" controls playsInline src={src} aria-label={`《${title}》的影像`} />;
    default:
      return (
        <a className="button button-line" href={src} target="_blank" rel="noreferrer">
          打开文件
        </a>
      );
  }
}
