import { buffer } from 'node:stream/consumers';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/database.ts';
import { documentWorker } from '../../document/document-worker.ts';
import { escapeXml } from '../../document/escape-xml.ts';
import type { CorrectedText, TextChange } from '../../document/text-correction.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { plainText } from '../../http/rich-text.ts';
import { addVersion, typeOf, VERSION_MIME } from '../version/manuscript-version.service.ts';
import { lastVersion } from '../version/manuscript-version.queries.ts';
import { textOf } from '../manuscript.queries.ts';

/** The working text with corrections, before it is stored. */
export interface Corrected extends CorrectedText {
  readonly type: 'docx' | 'html';
  readonly bytes: Buffer;
  readonly text: string;
  /** Number of the version that was corrected; 0 for an online text without versions. */
  readonly over: number;
}

const paragraphs = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeXml(line.trim())}</p>`)
    .join('\n');

/** The newest version as HTML when it is HTML or plain text, else the online text. */
export async function htmlSource(context: AppContext, archiveId: number): Promise<string> {
  const version = await lastVersion(context.db, archiveId);
  if (!version?.mime.startsWith('text/')) return (await textOf(context.db, archiveId))?.content ?? '';
  const text = (await buffer(await context.files.read(version.fileKey))).toString('utf8');
  return version.mime.startsWith('text/html') ? text : paragraphs(text);
}

/** The working text as plain text; empty when a manuscript has none. */
export async function workingText(context: AppContext, archiveId: number): Promise<string> {
  const version = await lastVersion(context.db, archiveId);
  if (version && typeOf(version.mime) === 'docx') return documentWorker.text(await buffer(await context.files.read(version.fileKey)));
  return plainText(await htmlSource(context, archiveId));
}

/** Writes corrections into the working text: the newest .docx, or the online text. Nothing is stored yet. */
export async function correctWorkingText(context: AppContext, archiveId: number, changes: readonly TextChange[]): Promise<Corrected> {
  const version = await lastVersion(context.db, archiveId);
  const over = version?.versionNo ?? 0;
  if (version?.mime === VERSION_MIME.docx) {
    const found = await documentWorker.correct(await buffer(await context.files.read(version.fileKey)), changes);
    return { ...found, bytes: Buffer.from(found.bytes), type: 'docx', over };
  }
  const found = await documentWorker.correctHtml(await htmlSource(context, archiveId), changes);
  return { ...found, type: 'html', bytes: Buffer.from(found.markup), text: plainText(found.markup), over };
}

/** Stores a corrected text as a version, and shows it in the online editor. 409 when there is another version meanwhile. */
export async function saveCorrectedText(
  context: AppContext,
  currentUser: CurrentUser,
  archiveId: number,
  { type, bytes, text, markup, over }: Corrected,
  note: string,
  tx: Tx,
): Promise<number> {
  const saved = await addVersion(context, currentUser, archiveId, { type, bytes, text, source: 'proof', note, over }, tx);
  if (type === 'html')
    await tx
      .updateTable('manuscriptText')
      .set((eb) => ({ content: markup, unsaved: '0', revision: eb('revision', '+', 1) }))
      .where('archiveId', '=', archiveId)
      .execute();
  return saved.versionNo;
}
