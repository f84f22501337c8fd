import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { downloadManuscriptFile, uploadManuscriptFile } from '../../../contract/manuscript/manuscript-file.ts';
import { FILE_ROLE_NAMES, MANUSCRIPT } from '../../../contract/manuscript/manuscript-limits.ts';
import { saveFileHistory } from '../../../contract/manuscript/manuscript-version.ts';
import type { OwnManuscriptDetail } from '../../../contract/manuscript/own-manuscript.ts';
import { call } from '../../api/call.ts';
import { bytes } from '../../format/bytes.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { filesOf, refreshManuscripts } from './author-queries.ts';

const DOCUMENT = /\.(docx|txt|html)$/i;

/** The files of a manuscript for its author. A document becomes the next version as well, so that it can be compared. */
export function AuthorFiles({ one }: { one: OwnManuscriptDetail }) {
  const { archiveId } = one;
  const files = useQuery(filesOf(archiveId));
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const send = async (file: File) => {
    setBusy(true);
    try {
      const form = () => {
        const body = new FormData();
        body.append('file', file);
        return body;
      };
      if (DOCUMENT.test(file.name)) await call(saveFileHistory, { query: { archiveId, note: file.name.slice(0, 200) }, body: form() });
      await call(uploadManuscriptFile, { query: { archiveId, fileRole: 'manuscript' }, body: form() });
      void toast('已上传');
      await refreshManuscripts();
    } catch (error) {
      void toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const download = async (archiveFileId: number) => {
    const { receiveFile } = await import('../../api/receive-file.ts');
    const path = downloadManuscriptFile.path.replace('{archiveFileId}', String(archiveFileId));
    await receiveFile({ method: 'GET', path }).catch((error: unknown) => toastError(error));
  };
  return (
    <section className="author-part" aria-labelledby="progress-files">
      <h2 id="progress-files">文件</h2>
      {files.data?.length === 0 ? <p className="soft">还没有文件。可以上传书稿，也可以在线写正文。</p> : null}
      <ul className="author-list">
        {(files.data ?? []).map((file) => (
          <li key={file.archiveFileId} className="author-letter">
            <p>
              {FILE_ROLE_NAMES[file.fileRole]}：{file.fileName}
            </p>
            <p className="meta">
              {bytes(file.fileSize)} · {file.createTime.slice(0, 16)}
            </p>
            <button type="button" className="button button-line" onClick={() => void download(file.archiveFileId)}>
              下载
            </button>
          </li>
        ))}
      </ul>
      {one.editable ? (
        <div className="author-acts">
          <input
            ref={input}
            type="file"
            className="unseen"
            tabIndex={-1}
            aria-hidden="true"
            accept={MANUSCRIPT.fileTypes.map((type) => `.${type}`).join()}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void send(file);
              target.value = '';
            }}
          />
          <Link className="button button-line" to={`/pageoffice?archiveId=${archiveId}`}>
            打开文稿
          </Link>
          <button type="button" className="button button-line" disabled={busy} onClick={() => input.current?.click()}>
            {busy ? '正在上传…' : '上传书稿'}
          </button>
        </div>
      ) : null}
    </section>
  );
}
