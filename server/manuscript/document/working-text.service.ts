import type { AppContext } from '../../context.ts';
import { escapeXml } from '../../document/escape-xml.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { plainText } from '../../http/rich-text.ts';
import { isOwner, sourceOf } from '../manuscript.policy.ts';
import { addVersion } from '../version/manuscript-version.service.ts';
import { manuscriptById, textOf, type ManuscriptRow } from '../manuscript.queries.ts';
import { handleAuthorEvent } from '../manuscript.service.ts';

/**
 * A manuscript has one working text: its newest version, or the online text when that was written later. Makes the later online text a version, so
 * that reviewers, proofs, books and searches all read the same. Call it before a step of the manuscript and before an upload.
 */
export async function saveOnlineText(context: AppContext, currentUser: CurrentUser, row: ManuscriptRow): Promise<void> {
  const text = await textOf(context.db, row.id);
  if (text?.unsaved !== '1' || plainText(text.content) === '') return;
  await addVersion(context, currentUser, row.id, {
    type: 'html',
    bytes: Buffer.from(text.content),
    text: plainText(text.content),
    source: sourceOf(row, currentUser),
    note: '在线正文',
  });
  // Only this content: what was written meanwhile is still no version.
  await context.db
    .updateTable('manuscriptText')
    .set({ unsaved: '0' })
    .where('archiveId', '=', row.id)
    .where('revision', '=', text.revision)
    .execute();
}

/** Takes a step of the author with the working text: an online text that is later than the newest version becomes one first. */
export async function stepWithText(
  context: AppContext,
  currentUser: CurrentUser,
  id: number,
  event: Parameters<typeof handleAuthorEvent>[3],
): Promise<void> {
  const row = await manuscriptById(context.db, id);
  // Without any version the online text is the only one.
  if (row && isOwner(row, currentUser) && row.currentVersion > 0 && (event === 'submit' || event === 'resubmit'))
    await saveOnlineText(context, currentUser, row);
  await handleAuthorEvent(context, currentUser, id, event);
}

/** Shows the text of a new version in the online editor; the text before it is a version already. */
export async function replaceOnlineText({ db }: AppContext, archiveId: number, content: string): Promise<void> {
  await db
    .updateTable('manuscriptText')
    .set((eb) => ({ content, unsaved: '0', revision: eb('revision', '+', 1) }))
    .where('archiveId', '=', archiveId)
    .where('content', '<>', content)
    .execute();
}

/** A version was made of a text that was written online: the online text needs no version of its own when it is the same, and still one when it is not. */
export async function markOnlineText({ db }: AppContext, archiveId: number, content: string): Promise<void> {
  const same = (await textOf(db, archiveId))?.content === content;
  await db
    .updateTable('manuscriptText')
    .set({ unsaved: same ? '0' : '1' })
    .where('archiveId', '=', archiveId)
    .execute();
}

/** Lines as paragraphs of online text. */
export const paragraphsHtml = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeXml(line)}</p>`)
    .join('');
