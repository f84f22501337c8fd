import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { journalCopyMachine } from '../../contract/periodical/journal-copy.machine.ts';
import { inGroup } from '../../contract/state-machine.ts';
import type { AppContext } from '../context.ts';
import { anonymise, blindTypeOf, type Identity } from '../document/anonymise.ts';
import { failed } from '../http/app-error.ts';
import { stepCopy, type BlindCopy } from './journal-copy.service.ts';
import type { JournalFileRow } from './submission.queries.ts';

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
