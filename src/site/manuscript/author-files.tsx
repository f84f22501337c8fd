import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { downloadManuscriptFile, removeManuscriptFiles, type ManuscriptFile } from '../../../contract/manuscript/manuscript-file.ts';
import { FILE_ROLE_NAMES, type FileRole } from '../../../contract/manuscript/manuscript-limits.ts';
import { saveFileHistory } from '../../../contract/manuscript/manuscript-version.ts';
import type { OwnManuscriptDetail } from '../../../contract/manuscript/own-manuscript.ts';
import { roleFiles, roleName, workFiles } from '../../../contract/manuscript/work-files.ts';
import { call } from '../../api/call.ts';
import { bytes } from '../../format/bytes.ts';
import { PlayedFile } from '../../proof-player/played-file.tsx';
import { sendManuscriptFile } from '../../uploads/manuscript-file.ts';
import { confirm, toast, toastError } from '../frame/dialogs.ts';
import { filesOf, refreshManuscripts } from './author-queries.ts';

const DOCUMENT = /\.(docx|txt|html)$/i;

/** The files of a manuscript for its author, by what a work of its kind needs. */
export function AuthorFiles({ one }: { one: OwnManuscriptDetail }) {
  const { archiveId, kind } = one;
  const files = useQuery(filesOf(archiveId));
  return (
    <section className="author-part" aria-labelledby="progress-files">
      <h2 id="progress-files">文件</h2>
      {files.data?.length === 0 ? <p className="soft">还没有文件。投稿前请备好{workFiles(kind).completeWords}。</p> : null}
      <ul className="author-list">
        {(files.data ?? []).map((file) => (
          <FileItem key={file.archiveFileId} file={file} one={one} />
        ))}
      </ul>
      {one.editable ? (
        <div className="author-acts">
          <Link className="button button-line" to={`/pageoffice?archiveId=${archiveId}`}>
            打开文稿
          </Link>
          {workFiles(kind).handedIn.map(([role, name]) => (
            <UploadButton key={role} archiveId={archiveId} role={role} name={name} />
          ))}
        </div>
      ) : null}
    </section>
  );
}

function FileItem({ file, one }: { file: ManuscriptFile; one: OwnManuscriptDetail }) {
  const { archiveFileId, fileName, fileRole } = file;
  const { content } = roleFiles(fileRole);
  const download = async () => {
    const { receiveFile } = await import('../../api/receive-file.ts');
    const path = downloadManuscriptFile.path.replace('{archiveFileId}', String(archiveFileId));
    await receiveFile({ method: 'GET', path }).catch((error: unknown) => toastError(error));
  };
  const remove = async () => {
    if (!(await confirm(`删除“${fileName}”？`, '删除后不能恢复，可以重新上传。', '删除'))) return;
    await call(removeManuscriptFiles, { params: { archiveFileIds: String(archiveFileId) } }).then(
      () => toast('已删除'),
      (error: unknown) => toastError(error),
    );
    await refreshManuscripts();
  };
  return (
    <li className="author-letter">
      <p>
        {roleName(one.kind, fileRole, FILE_ROLE_NAMES[fileRole])}：{fileName}
      </p>
      <p className="meta">
        {bytes(file.fileSize)} · {file.createTime.slice(0, 16)}
      </p>
      <div className="author-acts">
        {content === 'audio' || content === 'video' ? (
          <PlayedFile archiveFileId={archiveFileId} fileName={fileName} className="button button-line" />
        ) : null}
        <button type="button" className="button button-line" onClick={() => void download()}>
          下载
        </button>
        {one.editable && content !== 'document' ? (
          <button type="button" className="button button-line" aria-label={`删除${fileName}`} onClick={() => void remove()}>
            删除
          </button>
        ) : null}
      </div>
    </li>
  );
}

/** Uploads files of one role, one after another. A document becomes the next version as well, so that it can be compared. */
function UploadButton({ archiveId, role, name }: { archiveId: number; role: FileRole; name: string }) {
  const input = useRef<HTMLInputElement>(null);
  const [state, setState] = useState<{ file: string; percent: number } | null>(null);
  const [problem, setProblem] = useState('');
  const { types, content } = roleFiles(role);
  const send = async (chosen: readonly File[]) => {
    setProblem('');
    const failed: string[] = [];
    for (const file of chosen) {
      setState({ file: file.name, percent: 0 });
      try {
        if (role === 'manuscript' && DOCUMENT.test(file.name)) {
          const body = new FormData();
          body.append('file', file);
          await call(saveFileHistory, { query: { archiveId, note: file.name.slice(0, 200) }, body });
        }
        await sendManuscriptFile({ archiveId, fileRole: role, file, onProgress: (percent) => setState({ file: file.name, percent }) });
      } catch (error) {
        failed.push(`${file.name}：${error instanceof Error ? error.message : '没有传上'}`);
      }
    }
    setState(null);
    setProblem(failed.join('\n'));
    if (failed.length < chosen.length) void toast('已上传');
    await refreshManuscripts();
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        className="unseen"
        tabIndex={-1}
        aria-hidden="true"
        data-role={role}
        multiple={content !== 'document'}
        accept={types.map((type) => `.${type}`).join()}
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          target.value = '';
          if (chosen.length > 0) void send(chosen);
        }}
      />
      <button type="button" className="button button-line" disabled={state !== null} onClick={() => input.current?.click()}>
        {state === null ? `上传${name}` : state.percent > 0 ? `正在上传 ${state.percent}%` : '正在上传…'}
      </button>
      {state && state.percent > 0 ? (
        <output className="meta">
          {state.file} {state.percent}%{state.percent === 100 ? '，正在检查内容' : '，断开后再选同一个文件会接着传'}
        </output>
      ) : null}
      {problem ? (
        <p className="author-wrong" role="alert">
          {problem}
        </p>
      ) : null}
    </>
  );
}
