import { useRef, useState } from 'react';
import { downloadJournalFile, uploadJournalFile, type OwnJournalFile } from '../../../contract/periodical/own-submission.ts';
import { call } from '../../api/call.ts';
import { bytes } from '../../format/bytes.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { refreshSubmissions } from './periodical-queries.ts';

interface Props {
  readonly submissionId: number;
  readonly fileRole: 'manuscript' | 'response';
  readonly label: string;
  readonly accept: string;
  readonly files: readonly OwnJournalFile[];
  /** What happens with the chosen file besides the upload. */
  readonly onChosen?: (file: File) => Promise<void>;
}

const KINDS: Readonly<Record<string, string>> = { name: '姓名', unit: '单位', email: '邮箱', fund: '基金号', phrase: '自称' };

/** A manuscript or an answer to reviewers, with the places that may still tell who wrote it. */
export function SubmissionFiles({ submissionId, fileRole, label, accept, files, onChosen }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const own = files.filter((file) => file.role === fileRole);
  const current = own.at(-1);
  // What could not be read is for the editor to look at.
  const named = current?.places.filter(({ kind }) => kind !== 'unread') ?? [];
  const send = async (file: File) => {
    setBusy(true);
    try {
      const body = new FormData();
      body.append('file', file);
      await call(uploadJournalFile, { query: { submissionId, role: fileRole }, body });
      await onChosen?.(file);
      void toast('已上传');
      await refreshSubmissions();
    } catch (error) {
      void toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const save = async (fileId: number) => {
    const { receiveFile } = await import('../../api/receive-file.ts');
    await receiveFile({ method: 'GET', path: downloadJournalFile.path.replace('{fileId}', String(fileId)) }).catch((error: unknown) =>
      toastError(error),
    );
  };
  return (
    <div className="submission-file">
      <input
        ref={input}
        type="file"
        className="unseen"
        tabIndex={-1}
        aria-hidden="true"
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void send(file);
          target.value = '';
        }}
      />
      <div className="periodical-acts">
        <button type="button" className="button button-line button-tall" disabled={busy} onClick={() => input.current?.click()}>
          {busy ? '正在上传…' : current ? `换一份${label}` : `上传${label}`}
        </button>
        {current ? (
          <button type="button" className="button button-line button-tall" onClick={() => void save(current.fileId)}>
            {current.fileName}（{bytes(current.fileSize)}）
          </button>
        ) : null}
      </div>
      {current && named.length > 0 ? (
        <details className="submission-places" open>
          <summary>文件属性里的作者信息已自动去除；正文里还有 {named.length} 处可能让审稿人知道您是谁。双盲评审请改好再传一次。</summary>
          <ul>
            {named.slice(0, 20).map((place) => (
              <li key={`${place.place} ${place.found} ${place.context}`}>
                <span className="meta">
                  {place.place} · {KINDS[place.kind]}
                </span>{' '}
                <b>{place.found}</b>
                <br />
                <span className="meta">…{place.context}…</span>
              </li>
            ))}
          </ul>
        </details>
      ) : current ? (
        <p className="meta">文件属性里的作者信息已自动去除，正文里没有找到作者的姓名、单位和邮箱。</p>
      ) : null}
    </div>
  );
}
