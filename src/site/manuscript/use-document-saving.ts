import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { CODE } from '../../../contract/error.ts';
import { CallError } from '../../api/call.ts';
import type { DocumentHandle } from '../../document-editor/document-editor.ts';
import { dropDocumentDraft, writeDocumentDraft } from '../../document-editor/document-draft.ts';
import { sendDocument } from '../../document-editor/document-file.ts';
import { tellTabs } from '../../document-editor/document-lock.ts';
import { DocumentSaving, type Lamp } from '../../document-editor/document-saving.ts';
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
  readonly lamp: Lamp;
  readonly busy: boolean;
  readonly base: number;
  handle(handle: DocumentHandle): void;
  changed(): void;
  /** Stores the document on this device now. */
  keep(): void;
  /** The document as it is now; null before the editor has opened it. */
  current(): Promise<ArrayBuffer> | null;
  save(note?: string): Promise<boolean>;
}

/** Saving of the open document on this device and on the server, also when the page is left. `reopen` loads the newest version. */
export function useDocumentSaving({ userId, archiveId, fileName, base, recovered }: Opened, reopen: () => void): Saving {
  const client = useQueryClient();
  const editor = useRef<DocumentHandle | null>(null);
  const conflicted = useRef(false);
  const [lamp, setLamp] = useState<Lamp>(recovered ? 'device' : 'server');
  const [busy, setBusy] = useState(false);
  const saving = useMemo(
    () =>
      new DocumentSaving(
        {
          read: () => editor.current?.save() ?? Promise.reject(new Error('the editor is not open')),
          keep: (draft) => writeDocumentDraft(userId, archiveId, draft),
          drop: () => dropDocumentDraft(userId, archiveId),
          send: async (bytes, over, note) => {
            const { versionNo } = await sendDocument(archiveId, bytes, { base: over, note, name: fileName });
            tellTabs({ archiveId, versionNo });
            return versionNo;
          },
          onLamp: setLamp,
        },
        base,
        recovered,
      ),
    [userId, archiveId, fileName, base, recovered],
  );

  const save = useCallback(
    async (note = '') => {
      setBusy(true);
      try {
        if (await saving.save(note)) void toast(`已存为第 ${saving.base} 版`);
        return true;
      } catch (error) {
        if (!(error instanceof CallError) || error.code === CODE.signedOut) return false;
        if (error.code !== CODE.conflict) {
          await showAlert('没有存到服务器', error.message);
          return false;
        }
        // The server keeps this file beside the versions, so the draft is not needed any more.
        conflicted.current = true;
        saving.end();
        await dropDocumentDraft(userId, archiveId);
        await showAlert('另一处已存了新版本', error.message, '打开最新版');
        reopen();
        return false;
      } finally {
        setBusy(false);
        void client.invalidateQueries({ predicate: ({ queryKey: [key] }) => /beside|history/.test(String(key)) });
      }
    },
    [saving, client, userId, archiveId, reopen],
  );

  useEffect(() => {
    const leave = (): void => void saving.keep();
    const ask = (event: BeforeUnloadEvent): void => {
      if (saving.lamp !== 'unsaved') return;
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
      if (conflicted.current || saving.lamp === 'server') return;
      void saving.leave('离开时保存').then(
        (stored) => void toast(stored ? `已存为第 ${saving.base} 版` : '文稿已存在本机，还没有存到服务器；下次打开会接着用'),
      );
    },
    [saving],
  );

  const handle = useCallback((one: DocumentHandle) => void (editor.current = one), []);
  const changed = useCallback(() => saving.changed(), [saving]);
  const keep = useCallback(() => void saving.keep(), [saving]);
  const current = useCallback(() => editor.current?.save() ?? null, []);
  return { lamp, busy, base: saving.base, handle, changed, keep, current, save };
}
