import { useRef, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router-dom';
import type { DataOf } from '../../../contract/endpoint.ts';
import { CODE } from '../../../contract/error.ts';
import {
  downloadDocument,
  openDocument,
  type DocumentKind,
  type DocumentMark,
  type DocumentParagraph,
} from '../../../contract/manuscript/document.ts';
import { saveFileHistory } from '../../../contract/manuscript/manuscript-version.ts';
import { call, CallError } from '../../api/call.ts';
import { queryOf } from '../../api/query-client.ts';
import { showAlert, toast, toastError } from '../frame/dialogs.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import './document.css';

/** Kind of document and name of its number in the address, by page. */
const PAGES: Readonly<Record<string, readonly [DocumentKind, string]>> = {
  '/pageoffice': ['open', 'archiveId'],
  '/declarePageoffice': ['declare', 'topicId'],
  '/agreementPageoffice': ['agreement', 'protocolId'],
  '/previewPageoffice': ['preview', 'versionId'],
  '/auditPageoffice': ['audit', 'archiveId'],
  '/reportPageoffice': ['report', 'recordId'],
  '/dcOnlyOffice': ['collab', 'archiveId'],
};

type Opened = DataOf<typeof openDocument>;

/** #52–#58: a document with its revision marks. It is read here, changed in a word processor, and stored again as a version. */
export function DocumentScreen() {
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const [kind, name] = PAGES[pathname.replace(/\/+$/, '')] ?? ['open', 'archiveId'];
  const id = Number(search.get(name)) || 0;
  const found = useQuery({ ...queryOf(openDocument, { params: { kind, id } }), enabled: id > 0, staleTime: 0, retry: false });
  const { data, error, refetch } = found;
  const missing = id === 0 || (error instanceof CallError && error.code === CODE.missing);
  return (
    <main className="document-page">
      {data ? (
        <Document one={data} kind={kind} id={id} />
      ) : missing ? (
        <Empty heading="h1" drawing="find" title="文件不存在" reason="它可能已被删除，或与您无关。" to="/" action="去首页" />
      ) : error ? (
        <Failed error={error} retry={() => void refetch()} to="/" action="去首页" />
      ) : (
        <div className="document-sheet" aria-busy="true">
          <Skeleton height={28} width="50%" />
          <Skeleton height={400} top={24} />
        </div>
      )}
    </main>
  );
}

const MODES = { view: '只读', suggest: '修订模式', edit: '可编辑' } as const;

function Document({ one, kind, id }: { one: Opened; kind: DocumentKind; id: number }) {
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
      const body = new FormData();
      body.append('file', file);
      const saved = await call(saveFileHistory, { query: { archiveId: one.archiveId ?? 0, note: '文稿页上传' }, body } as never);
      void toast(`已存为第 ${(saved as { versionNo: number }).versionNo} 版`);
      await client.invalidateQueries();
    } catch (error) {
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
          {MODES[one.mode]}
          {one.marks.length > 0 ? ` · ${one.marks.length} 处修订` : ''}
        </span>
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
  return (
    <aside className="document-marks" aria-label="修订">
      <h2>修订 {marks.length}</h2>
      <ol>
        {marks.map((mark, index) => (
          <li key={index}>
            <a href={`#p${mark.paragraph}`}>
              <b>{KINDS[mark.kind]}</b> {mark.text || '（无文字）'}
              <span className="meta">
                {mark.author} · {mark.date.slice(0, 10)} · 第{mark.paragraph}段
              </span>
            </a>
          </li>
        ))}
      </ol>
    </aside>
  );
}
