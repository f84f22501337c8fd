import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { DataOf } from '../../../contract/endpoint.ts';
import {
  downloadDocument,
  openDocument,
  type DocumentKind,
  type DocumentMark,
  type DocumentParagraph,
} from '../../../contract/manuscript/document.ts';
import { sendDocument } from '../../document-editor/document-file.ts';
import { markTimes } from '../../document-editor/mark-time.ts';
import { showAlert, toast, toastError } from '../frame/dialogs.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { BesideList } from './beside-list.tsx';

type Opened = DataOf<typeof openDocument>;
export const MODE_NAMES = { view: '只读', comment: '批注', suggest: '修订模式', edit: '可编辑' } as const;

/** The way `off`: text and marks are read here, the file is changed in a word processor and uploaded again, through the same check. */
export function DocumentReading({ one, kind, id, leave }: { one: Opened; kind: DocumentKind; id: number; leave?: (() => void) | undefined }) {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const download = async () => {
    const { receiveFile } = await import('../../api/receive-file.ts');
    const path = downloadDocument.path.replace('{kind}', kind).replace('{id}', String(id));
    await receiveFile({ method: 'GET', path }).catch((error: unknown) => toastError(error));
  };
  const send = async (file: File) => {
    setBusy(true);
    try {
      const bytes = await file.arrayBuffer();
      const saved = await sendDocument(one.archiveId ?? 0, bytes, { base: one.versionNo, note: '文稿页上传', name: file.name });
      void toast(`已存为第 ${saved.versionNo} 版`);
      await client.invalidateQueries();
    } catch (error) {
      await client.invalidateQueries();
      void showAlert('没有存成新版本', error instanceof Error ? error.message : '请稍后再试');
    } finally {
      setBusy(false);
    }
  };
  const writable = one.mode !== 'view' && one.archiveId !== null && kind !== 'preview';
  return (
    <>
      <NavBar title={one.title} />
      <div className="document-bar">
        <span className="meta">
          {one.versionNo > 0 ? `第 ${one.versionNo} 版 · ` : ''}
          {MODE_NAMES[one.mode]}
          {one.marks.length > 0 ? ` · ${one.marks.length} 处修订` : ''}
        </span>
        {leave ? (
          <button type="button" className="button button-line" onClick={leave}>
            看版面
          </button>
        ) : null}
        <button type="button" className="button button-line" onClick={() => void download()}>
          下载 docx
        </button>
        {writable ? (
          <>
            <input
              ref={input}
              type="file"
              className="unseen"
              tabIndex={-1}
              aria-hidden="true"
              accept=".docx"
              onChange={({ target }) => {
                const [file] = target.files ?? [];
                if (file) void send(file);
                target.value = '';
              }}
            />
            <button type="button" className="button button-fill document-upload" disabled={busy} onClick={() => input.current?.click()}>
              {busy ? '正在核对…' : '上传修改稿'}
            </button>
          </>
        ) : null}
      </div>
      {writable ? (
        <p className="document-hint">
          <span className="document-phone">请在电脑端编辑。</span>
          {one.mode === 'suggest'
            ? `下载后在文字处理软件里打开“修订”，用户名设为“${one.author}”，改完上传；未留痕的改动不会被采用，您的文件会另外保留。`
            : '下载后在文字处理软件里修改，再上传为新版本。'}
        </p>
      ) : null}
      {one.archiveId !== null ? <BesideList archiveId={one.archiveId} /> : null}
      <div className="document-columns">
        <article className="document-sheet" data-watermark={kind === 'preview' ? one.author : undefined}>
          {one.paragraphs.map((paragraph, index) => (
            <Paragraph key={index} paragraph={paragraph} number={index + 1} />
          ))}
          {one.cut ? <p className="soft">文稿较长，这里只显示前面的部分，请下载查看全文。</p> : null}
        </article>
        {one.marks.length > 0 ? <Marks marks={one.marks} /> : null}
      </div>
    </>
  );
}

const TAGS = { title: 'h2', h1: 'h2', h2: 'h3', h3: 'h4', text: 'p', cell: 'p' } as const;

function Paragraph({ paragraph, number }: { paragraph: DocumentParagraph; number: number }) {
  const Tag = TAGS[paragraph.style];
  return (
    <Tag id={`p${number}`} className={`document-${paragraph.style}`}>
      {paragraph.runs.map((run, index) => {
        const face = run.bold ? <b>{run.text}</b> : run.italic ? <i>{run.text}</i> : run.text;
        if (run.mark === 'insert')
          return (
            <ins key={index} title={`${run.author} 插入`}>
              {face}
            </ins>
          );
        return run.mark === 'delete' ? (
          <del key={index} title={`${run.author} 删除`}>
            {face}
          </del>
        ) : (
          <span key={index}>{face}</span>
        );
      })}
    </Tag>
  );
}

const KINDS = { insert: '插入', delete: '删除', format: '格式' } as const;

function Marks({ marks }: { marks: readonly DocumentMark[] }) {
  const timeOf = markTimes(marks);
  return (
    <aside className="document-marks" aria-label="修订">
      <h2>修订 {marks.length}</h2>
      <ol>
        {marks.map((mark, index) => (
          <li key={index}>
            <a href={`#p${mark.paragraph}`}>
              <b>{KINDS[mark.kind]}</b> {mark.text || '（无文字）'}
              <span className="meta">
                {mark.author} · {timeOf(mark)} · 第{mark.paragraph}段
              </span>
            </a>
          </li>
        ))}
      </ol>
    </aside>
  );
}
