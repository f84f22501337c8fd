import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { CODE } from '../../../contract/error.ts';
import { CallError } from '../../api/call.ts';
import type { DocumentHandle } from '../../document-editor/document-editor.ts';
import { dropDocumentDraft, writeDocumentDraft } from '../../document-editor/document-draft.ts';
import { sendDocument } from '../../document-editor/document-file.ts';
import { notifyTabs } from '../../document-editor/document-lock.ts';
import { DraftSaving, type SaveStatus } from '../../drafts/draft-saving.ts';
import { onFlush } from '../../document-editor/flush-documents.ts';
import { showAlert, toast } from '../frame/dialogs.ts';

interface Opened {
  readonly userId: number;
  readonly archiveId: number;
  readonly fileName: string;
  readonly base: number;
  /** The document comes from a draft of this device. */
  readonly recovered: boolean;
}

export interface Saving {
  readonly status: SaveStatus;
  readonly busy: boolean;
  readonly base: number;
  handle(handle: DocumentHandle): void;
  changed(): void;
  /** Stores the document on this device now. */
  keep(): void;
  /** The document as it is now; null before the editor has opened it. */
  current(): Promise<ArrayBuffer> | null;
  save(): Promise<void>;
}

/** The saving of one opened document, and the editor that it reads. */
function savingOf({ userId, archiveId, fileName, base, recovered }: Opened, onStatus: (status: SaveStatus) => void) {
  let editor: DocumentHandle | null = null;
  const saving = new DraftSaving<ArrayBuffer>(
    {
      read: () => editor?.save() ?? Promise.reject(new Error('the editor is not open')),
      keep: (bytes, over) => writeDocumentDraft(userId, archiveId, { bytes, base: over, at: Date.now() }),
      drop: () => dropDocumentDraft(userId, archiveId),
      send: async (bytes, over, note) => {
        const { versionNo } = await sendDocument(archiveId, bytes, { base: over, note: note || '在线编辑', name: fileName });
        notifyTabs({ archiveId, versionNo });
        return versionNo;
      },
      onStatus,
    },
    base,
    recovered,
  );
  return {
    saving,
    handle: (one: DocumentHandle) => void (editor = one),
    current: () => editor?.save() ?? null,
    changed: () => saving.changed(),
    keep: () => void saving.keep(),
  };
}

/** Saving of the open document on this device and on the server, also when the page is left. `reopen` loads the newest version. */
export function useDocumentSaving(opened: Opened, reopen: () => void): Saving {
  const client = useQueryClient();
  const [status, setStatus] = useState<SaveStatus>(opened.recovered ? 'device' : 'server');
  const [busy, setBusy] = useState(false);
  // One for each opened document: the page mounts again for another one.
  const [parts] = useState(() => savingOf(opened, (now) => setStatus(now)));
  const { saving } = parts;

  async function save(): Promise<void> {
    setBusy(true);
    try {
      if (await saving.save()) void toast(`已存为第 ${saving.base} 版`);
    } catch (error) {
      // After an ended session the user signs in again and saves again.
      if (error instanceof CallError && error.code === CODE.signedOut) return;
      const words = error instanceof CallError ? error.message : '文稿没有写成文件，请下载留存后重新打开';
      if (!(error instanceof CallError) || error.code !== CODE.conflict) return await showAlert('没有存到服务器', words);
      // The server keeps this file beside the versions, so the draft is not needed any more.
      saving.end();
      await dropDocumentDraft(opened.userId, opened.archiveId);
      await showAlert('另一处已存了新版本', words, '打开最新版');
      reopen();
    } finally {
      setBusy(false);
      void client.invalidateQueries({ predicate: ({ queryKey: [key] }) => /beside|history/.test(String(key)) });
    }
  }

  useEffect(() => {
    const leave = (): void => void saving.keep();
    const ask = (event: BeforeUnloadEvent): void => {
      if (saving.status !== 'unsaved') return;
      leave();
      event.preventDefault();
    };
    window.addEventListener('pagehide', leave);
    document.addEventListener('visibilitychange', leave);
    window.addEventListener('beforeunload', ask);
    return () => {
      window.removeEventListener('pagehide', leave);
      document.removeEventListener('visibilitychange', leave);
      window.removeEventListener('beforeunload', ask);
    };
  }, [saving]);
  // A layout effect ends before the effects of the editor, so the document can still be read.
  useLayoutEffect(
    () => () => {
      if (saving.ended || saving.status === 'server') return;
      void saving
        .leave('离开时保存')
        .then((stored) => toast(stored ? `已存为第 ${saving.base} 版` : '文稿已存在本机，还没有存到服务器；下次打开会接着用'));
    },
    [saving],
  );

  // A step of the manuscript in another tab waits for this document.
  useEffect(
    () =>
      onFlush(() =>
        saving.save().then(
          () => true,
          () => false,
        ),
      ),
    [saving],
  );

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    void save();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  const { handle, changed, keep, current } = parts;
  return { status, busy, base: saving.base, handle, changed, keep, current, save };
}
