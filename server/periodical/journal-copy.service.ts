import { journalCopyMachine, type JournalCopyEvent, type JournalCopyState } from '../../contract/periodical/journal-copy.machine.ts';
import type { Tx } from '../db/database.ts';
import { missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { transition } from '../state-machine/transition.ts';
import { fileById } from './submission.queries.ts';

export interface BlindCopy {
  readonly blindKey: string;
  readonly blindName: string;
  readonly blindSize: number;
  readonly places: string;
}

type FileRow = NonNullable<Awaited<ReturnType<typeof fileById>>> & { readonly copy: Partial<BlindCopy> };

const step = transition<JournalCopyState, JournalCopyEvent, FileRow>(journalCopyMachine, {
  table: 'journalFile',
  column: 'blindStatus',
  stateOf: (row) => row.blindStatus,
  subject: (row) => `“${row.blindName || row.fileName}”的匿名稿`,
  columns: ({ event, row: { copy }, currentUser, now }) => {
    if (event === 'search') return copy;
    return event === 'confirm' ? { confirmedBy: currentUser?.userId ?? null, confirmedAt: now } : { ...copy, confirmedBy: null, confirmedAt: null };
  },
});

/** Takes one step of SM48J; `copy` are the columns of a new copy or a new search. Callers check the duty of the editor. */
export async function stepCopy(
  tx: Tx,
  currentUser: CurrentUser | null,
  fileId: number,
  event: JournalCopyEvent,
  copy: Partial<BlindCopy> = {},
): Promise<void> {
  const file = await fileById(tx, fileId);
  if (!file) throw missing('文件不存在或与您无关');
  await step(tx, currentUser, { ...file, copy }, event, '', 'checked');
}
