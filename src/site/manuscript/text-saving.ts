import { manuscriptInfo, saveContent, saveFileHistory } from '../../../contract/manuscript/manuscript-version.ts';
import { CODE } from '../../../contract/error.ts';
import { call, CallError } from '../../api/call.ts';
import { DraftSaving, type SaveStatus } from '../../drafts/draft-saving.ts';
import { confirm } from '../frame/dialogs.ts';

/** The text of a manuscript on this device. */
export interface TextDraft {
  readonly content: string;
  /** The revision on which the draft is based. */
  readonly revision: number;
}

/** Time without a key press before the text is sent to the server, ms. */
const SEND_MS = 3000;

interface Opened extends TextDraft {
  readonly archiveId: number;
  /** The text comes from a draft of this device. */
  readonly recovered: boolean;
}

interface Shown {
  write(draft: TextDraft): Promise<void>;
  clear(): Promise<void>;
  onStatus(status: SaveStatus): void;
  /** The text of the server replaced the one on the page. */
  onText(content: string): void;
}

export const isConflict = (error: unknown): boolean => error instanceof CallError && error.code === CODE.conflict;

export async function saveVersionOf(archiveId: number, content: string, note: string): Promise<void> {
  const body = new FormData();
  body.append('file', new File([content === '' ? '<p></p>' : content], '正文.html', { type: 'text/html' }));
  await call(saveFileHistory, { query: { archiveId, note, online: '1' }, body });
}

/** The saving of one opened text: on this device at once, on the server after three seconds. */
export function textSaving({ archiveId, content: initial, revision, recovered }: Opened, { write, clear, onStatus, onText }: Shown) {
  let content = initial;
  const saving = new DraftSaving<string>(
    {
      read: () => content,
      keep: (value, over) => write({ content: value, revision: over }),
      drop: clear,
      send: async (value, over) => (await call(saveContent, { body: { archiveId, content: value, revision: over } })).revision,
      onStatus,
      sendAfterMs: SEND_MS,
      onFailure: (error) => {
        if (isConflict(error)) void conflict().catch(() => undefined);
      },
    },
    revision,
    recovered,
  );

  /** Somebody saved meanwhile: the author chooses, and the other text stays in the versions. */
  async function conflict(): Promise<void> {
    const mine = await confirm('另一处也修改了这篇稿件', '保留本机的文字，会把服务器上的存为历史版本；不保留，则改用服务器上的文字。', '保留本机的');
    const theirs = await call(manuscriptInfo, { params: { archiveId } }, { known: true });
    await saveVersionOf(archiveId, mine ? theirs.content : content, mine ? '另一处保存的文字' : '本机未采用的文字').catch(() => undefined);
    if (mine) {
      saving.rebase(theirs.revision);
      return saving.sendLater();
    }
    content = theirs.content;
    onText(content);
    await saving.replaced(theirs.revision);
  }

  const sendRest = (): void => {
    if (saving.status !== 'server') saving.sendLater();
  };
  return {
    saving,
    conflict,
    content: () => content,
    change(html: string) {
      content = html;
      saving.changed();
    },
    /** Starts with what the server does not have yet; returns what ends it when the page is left. */
    open() {
      // Local storage takes the text at once; the database may accept no more writes when the page closes.
      const hide = (): void => {
        if (saving.status === 'unsaved') void write({ content, revision: saving.base }).catch(() => undefined);
      };
      sendRest();
      addEventListener('pagehide', hide);
      document.addEventListener('visibilitychange', hide);
      addEventListener('online', sendRest);
      return () => {
        removeEventListener('pagehide', hide);
        document.removeEventListener('visibilitychange', hide);
        removeEventListener('online', sendRest);
        void saving.leave('');
      };
    },
  };
}
