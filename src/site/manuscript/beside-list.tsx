import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { besideCompare, besideList } from '../../../contract/manuscript/document.ts';
import { downloadManuscriptFile } from '../../../contract/manuscript/manuscript-file.ts';
import { queryOf } from '../../api/query-client.ts';
import { toastError } from '../frame/dialogs.ts';
import { Skeleton } from '../frame/skeleton.tsx';

/** The user's files that did not become a version, each compared with the newest version. Nothing is shown when there are none. */
export function BesideList({ archiveId }: { archiveId: number }) {
  const { data } = useQuery({ ...queryOf(besideList, { query: { archiveId } }), staleTime: 0, retry: false });
  const [open, setOpen] = useState<number | null>(null);
  if (!data || data.length === 0) return null;
  const download = async (archiveFileId: number) => {
    const { receiveFile } = await import('../../api/receive-file.ts');
    const path = downloadManuscriptFile.path.replace('{archiveFileId}', String(archiveFileId));
    await receiveFile({ method: 'GET', path }).catch((error: unknown) => toastError(error));
  };
  return (
    <details className="document-beside">
      <summary>
        另存的稿子 {data.length} 份<span className="meta">没有成为版本，内容都在</span>
      </summary>
      <ul>
        {data.map(({ archiveFileId, fileName }) => (
          <li key={archiveFileId}>
            <span>{fileName}</span>
            <button
              type="button"
              className="button button-line"
              aria-expanded={open === archiveFileId}
              onClick={() => setOpen(open === archiveFileId ? null : archiveFileId)}
            >
              与最新版比较
            </button>
            <button type="button" className="button button-line" onClick={() => void download(archiveFileId)}>
              下载
            </button>
            {open === archiveFileId ? <Difference archiveFileId={archiveFileId} /> : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Paragraphs that differ: the newest version, and this file. */
function Difference({ archiveFileId }: { archiveFileId: number }) {
  const { data, error } = useQuery({ ...queryOf(besideCompare, { params: { archiveFileId } }), staleTime: 0, retry: false });
  if (error) return <p className="soft">{error.message}</p>;
  if (!data) return <Skeleton height={80} top={8} />;
  if (data.lines.length === 0) return <p className="soft">文字与第 {data.versionNo} 版相同，只有格式或修订不同。</p>;
  return (
    <div className="document-difference">
      <table aria-label={`与第${data.versionNo}版比较`}>
        <thead>
          <tr>
            <th scope="col">第 {data.versionNo} 版</th>
            <th scope="col">您的稿子</th>
          </tr>
        </thead>
        <tbody>
          {data.lines.map(({ kind, before, after }, index) => (
            <tr key={index} data-kind={kind}>
              <td>{kind === 'added' ? '' : kind === 'same' ? before : <del>{before}</del>}</td>
              <td>{kind === 'removed' ? '' : kind === 'same' ? after : <ins>{after}</ins>}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.cut ? <p className="soft">差别很多，这里只显示前面的部分，请下载后比较。</p> : null}
    </div>
  );
}
