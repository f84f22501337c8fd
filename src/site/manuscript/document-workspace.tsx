import { lazy, Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { DocumentKind, DocumentMode, openDocument } from '../../../contract/manuscript/document.ts';
import { saveAs } from '../../api/receive-file.ts';
import { dropDocumentDraft, readDocumentDraft, type DocumentDraft } from '../../document-editor/document-draft.ts';
import { loadEmbeddedEditor } from '../../document-editor/load-editor.ts';
import { docxBlob, fetchDocument, sendDocument } from '../../document-editor/document-file.ts';
import { lockDocument, onTabNews, whenUnlocked } from '../../document-editor/document-lock.ts';
import type { SaveStatus } from '../../drafts/draft-saving.ts';
import { currentPerson } from '../../session/current-person.ts';
import { showAlert, toast } from '../frame/dialogs.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Failed } from '../frame/state.tsx';
import { BesideList } from './beside-list.tsx';
import { DocumentHead } from './document-head.tsx';
import { MODE_NAMES } from './document-reading.tsx';
import { signInBesideDocument } from './sign-in-again.ts';
import { useDocumentSaving } from './use-document-saving.ts';

const STATUS: Readonly<Record<SaveStatus, string>> = { unsaved: '未存', device: '本机', server: '服务器' };

const Editor = lazy(async () => ({ default: await loadEmbeddedEditor() }));

type Opened = DataOf<typeof openDocument>;
const isPhone = (): boolean => !matchMedia('(width >= 768px)').matches;
const DARK = '(prefers-color-scheme: dark)';
const isDark = (): boolean => {
  const { theme } = document.documentElement.dataset;
  return theme === 'dark' || (theme !== 'light' && matchMedia(DARK).matches);
};
function onDark(changed: () => void): () => void {
  const device = matchMedia(DARK);
  device.addEventListener('change', changed);
  return () => device.removeEventListener('change', changed);
}

interface Loaded {
  readonly bytes: Uint8Array;
  readonly base: number;
  readonly recovered: boolean;
  /** Another tab of this browser edits the document. */
  readonly elsewhere: boolean;
  /** Changes on this device that may not be saved any more: the manuscript went on. */
  readonly stranded: DocumentDraft | null;
}

interface WorkspaceProps {
  readonly one: Opened;
  readonly kind: DocumentKind;
  readonly id: number;
  /** Shows the text without the editor. */
  read(): void;
}

/** Loads a document: the draft of this device when the server does not have it yet, else the newest version. */
export function DocumentWorkspace(props: WorkspaceProps) {
  const { one, kind, id } = props;
  const client = useQueryClient();
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [turn, setTurn] = useState(0);
  const reopen = useCallback(() => {
    setLoaded(null);
    setError(null);
    void client.refetchQueries({ predicate: ({ queryKey: [key] }) => String(key).startsWith('GET /doc/') }).then(() => setTurn((now) => now + 1));
  }, [client]);
  useEffect(() => {
    let here = true;
    let unlock: (() => void) | null = null;
    void (async () => {
      try {
        const writes = one.mode !== 'view' && one.archiveId !== null;
        unlock = writes ? await lockDocument(one.archiveId ?? 0) : null;
        if (!here) return unlock?.();
        const found = await load(one, kind, id, writes && unlock !== null);
        if (here) setLoaded({ ...found, elsewhere: writes && unlock === null });
      } catch (problem) {
        if (here) setError(problem);
      }
    })();
    return () => {
      here = false;
      unlock?.();
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `one` is the answer of this turn
  }, [kind, id, turn]);
  if (error) return <Failed error={error} retry={reopen} to="/" action="去首页" />;
  if (!loaded)
    return (
      <>
        <DocumentHead title={one.title} facts="正在打开…" />
        <div className="document-sheet" aria-busy="true">
          <Skeleton height={28} width="50%" />
          <Skeleton height={400} top={24} />
        </div>
      </>
    );
  return <Workspace key={turn} {...props} loaded={loaded} reopen={reopen} />;
}

async function load(one: Opened, kind: DocumentKind, id: number, editing: boolean): Promise<Omit<Loaded, 'elsewhere'>> {
  const userId = currentPerson();
  const { archiveId } = one;
  const draft = userId !== null && archiveId !== null && kind !== 'preview' ? await readDocumentDraft(userId, archiveId) : null;
  const newest = async (stranded: DocumentDraft | null = null) => ({
    bytes: await fetchDocument(kind, id),
    base: one.versionNo,
    recovered: false,
    stranded,
  });
  if (!draft || userId === null || archiveId === null) return newest();
  if (!editing) return newest(one.mode === 'view' ? draft : null);
  if (draft.base !== one.versionNo) {
    // Somebody stored a version since. The server keeps the draft beside the versions, and the newest version is opened.
    const kept = await sendDocument(archiveId, draft.bytes, { base: draft.base, note: '本机未保存的改动', name: one.fileName }).then(
      () => false,
      (problem: unknown) => (problem as { code?: number }).code === 409,
    );
    if (kept) {
      await dropDocumentDraft(userId, archiveId);
      void showAlert('已打开最新版', '您离开以后别处存了新版本。您在本机的改动已另存，可在“另存的稿子”里与最新版比较。');
      return newest();
    }
  }
  void toast('已接着打开本机没有存到服务器的改动');
  return { bytes: new Uint8Array(draft.bytes), base: draft.base, recovered: true, stranded: null };
}

const LEAVE = '按 Esc 再按 Tab 离开正文';
const HINTS: Readonly<Record<DocumentMode, string>> = {
  view: '',
  comment: '选中文字可以加批注，正文不能改动',
  suggest: `每处改动都会留痕 · ${LEAVE}`,
  edit: LEAVE,
};

function Workspace({ one, kind, id, read, loaded, reopen }: WorkspaceProps & { loaded: Loaded; reopen(): void }) {
  const [phone] = useState(isPhone);
  const dark = useSyncExternalStore(onDark, isDark);
  const [waiting, setWaiting] = useState(false);
  const [news, setNews] = useState<string | null>(null);
  const archiveId = one.archiveId ?? 0;
  const mode: DocumentMode = loaded.elsewhere ? 'view' : phone && one.mode !== 'view' ? 'comment' : one.mode;
  const writes = mode !== 'view';
  const { status, busy, base, handle, changed, keep, current, save } = useDocumentSaving(
    { userId: currentPerson() ?? 0, archiveId, fileName: one.fileName, base: loaded.base, recovered: loaded.recovered },
    reopen,
  );

  useEffect(() => (writes ? signInBesideDocument(keep, setWaiting) : undefined), [writes, keep]);
  useEffect(() => {
    if (archiveId === 0) return;
    const off = onTabNews((said) => {
      if (said.archiveId === archiveId && said.versionNo > loaded.base) setNews(`另一个标签页存了第 ${said.versionNo} 版`);
    });
    const stop = loaded.elsewhere ? whenUnlocked(archiveId, () => setNews('另一个标签页已关闭这份文稿，可以在这里编辑了')) : () => undefined;
    return () => {
      off();
      stop();
    };
  }, [archiveId, loaded]);
  const download = async () => {
    // In a document that the user may not change, the file of the server.
    const bytes = writes ? await current()?.catch(() => null) : null;
    saveAs(docxBlob(bytes ?? (loaded.bytes as Uint8Array<ArrayBuffer>)), one.fileName);
  };
  const facts = [base > 0 ? `第 ${base} 版` : '', MODE_NAMES[mode], kind === 'preview' ? `仅供 ${one.author} 阅读` : '', phone ? '' : HINTS[mode]]
    .filter(Boolean)
    .join(' · ');
  const notices = [
    loaded.elsewhere ? '这份文稿正在另一个标签页里编辑，这里只读。' : '',
    phone && one.mode !== 'view' && one.mode !== 'comment' ? '请在电脑端编辑；手机上可以看和批注。' : '',
    waiting ? '正在等您在新窗口登录；文稿已存在本机。' : '',
  ].filter(Boolean);
  return (
    <>
      <DocumentHead title={one.title} facts={facts}>
        {writes ? (
          <output className="document-lamp" data-state={status} aria-label={`保存状态：${STATUS[status]}`}>
            {STATUS[status]}
          </output>
        ) : null}
        {phone ? (
          // A page of paper is too small to read on a phone.
          <button type="button" className="button button-line" onClick={read}>
            重排阅读
          </button>
        ) : null}
        <button type="button" className="button button-line" onClick={() => void download()}>
          下载
        </button>
        {writes ? (
          <button type="button" className="button button-fill" disabled={busy || status === 'server'} onClick={() => void save()}>
            {busy ? '正在保存…' : '保存'}
          </button>
        ) : null}
      </DocumentHead>
      {notices.map((words) => (
        <output key={words} className="document-notice">
          {words}
        </output>
      ))}
      {news ? (
        <output className="document-notice">
          {news}
          <button type="button" className="button button-line" onClick={reopen}>
            打开最新版
          </button>
        </output>
      ) : null}
      {loaded.stranded ? (
        <output className="document-notice">
          本机有没存到服务器的改动，但稿件现在不由您修改。
          <button type="button" className="button button-line" onClick={() => saveAs(docxBlob(loaded.stranded!.bytes), one.fileName)}>
            下载我的稿子
          </button>
        </output>
      ) : null}
      {one.archiveId !== null ? <BesideList archiveId={archiveId} /> : null}
      <div className="document-editor" data-watermark={kind === 'preview' ? one.author : undefined} key={id}>
        <Suspense fallback={<Skeleton height={400} />}>
          <Editor
            bytes={loaded.bytes}
            mode={mode}
            author={one.author}
            mayResolve={one.mayResolve && mode === 'edit'}
            dark={dark}
            onReady={handle}
            onChange={changed}
            onFailed={read}
            onMessage={(text) => void toast(text)}
          />
        </Suspense>
      </div>
    </>
  );
}
