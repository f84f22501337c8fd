import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { journalCopyMachine, type JournalCopyEvent, type JournalCopyState } from '../../../contract/periodical/journal-copy.machine.ts';
import { inGroup } from '../../../contract/state-machine.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/database.ts';
import { anonymise, blindTypeOf, type Identity } from '../../document/anonymise.ts';
import { failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { transition } from '../../state-machine/transition.ts';
import { fileById, type JournalFileRow } from '../submission.queries.ts';

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

/** What would name the authors in a text. */
export const authorIdentity = (row: { readonly authors: string; readonly fund: string }): Identity => {
  const authors = JSON.parse(row.authors) as { name: string; nameEn: string; unit: string; mail: string }[];
  return {
    names: authors.flatMap(({ name, nameEn }) => [name, nameEn]),
    units: authors.map(({ unit }) => unit),
    emails: authors.map(({ mail }) => mail),
    funds: row.fund.match(/[A-Z0-9][A-Z0-9-]{4,30}/gi) ?? [],
  };
};

/** Writes an anonymised copy under a name without the name of a person; the copy before it is removed by the sweep of files. */
export async function makeBlindCopy(
  context: AppContext,
  bytes: Uint8Array,
  {
    fileName,
    blindName,
    alias,
    identity,
    submissionId,
  }: { fileName: string; blindName: string; alias: string; identity: Identity; submissionId: number },
): Promise<BlindCopy> {
  const type = blindTypeOf(fileName);
  if (!type) throw failed('只有docx、pdf、jpg和png文件可以去除作者信息，请转换格式后再上传');
  const made = await anonymise(bytes, type, alias, identity);
  const blindKey = `journals/${submissionId}/blind/${randomBytes(12).toString('hex')}.${type}`;
  await context.files.put(blindKey, made.bytes, MIME[type] ?? 'application/octet-stream');
  return { blindKey, blindName: `${blindName}.${type}`, blindSize: made.bytes.length, places: JSON.stringify(made.places) };
}

export const MIME: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
};

/**
 * Searches the anonymised copy of a manuscript again, with the authors as they are now: they may have been entered after the upload. Done
 * before the transaction of the step, because it takes seconds.
 */
export async function searchAgain(context: AppContext, file: JournalFileRow, identity: Identity): Promise<void> {
  const type = blindTypeOf(file.fileName);
  if (!type || file.blindKey === '') return;
  const bytes = await buffer(await context.files.read(file.blindKey));
  const { places } = await anonymise(bytes, type, '作者', identity);
  const found = JSON.stringify(places);
  if (found === file.places) return;
  if (!inGroup(journalCopyMachine, 'made', file.blindStatus)) return;
  await context.db.transaction().execute((tx) => stepCopy(tx, null, file.id, 'search', { places: found }));
}
