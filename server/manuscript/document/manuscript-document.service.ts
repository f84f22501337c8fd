import { buffer } from 'node:stream/consumers';
import type { AppContext } from '../../context.ts';
import { writeDocx } from '../../document/docx-writer.ts';
import { missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { plainText } from '../../http/rich-text.ts';
import { newestFor, VERSION_MIME, versionBytes, type StoredVersion } from '../version/manuscript-version.service.ts';
import { textOf, type ManuscriptRow } from '../manuscript.queries.ts';

/** The newest .docx of a manuscript that a user may read; online text is written into one. */
export async function manuscriptDocument(
  context: AppContext,
  currentUser: CurrentUser,
  row: ManuscriptRow,
): Promise<{ bytes: Buffer; versionNo: number }> {
  const last = await newestFor(context.db, row, currentUser);
  if (last) return { bytes: await versionDocument(context, currentUser, row, last), versionNo: last.versionNo };
  const text = (await textOf(context.db, row.id))?.content ?? '';
  if (text === '') throw missing('文件不存在，请先上传书稿或在线写正文');
  return { bytes: fromHtml(row.title, text), versionNo: row.currentVersion };
}

/** A version as a .docx, for an author without names of reviewers. */
export async function versionDocument(context: AppContext, currentUser: CurrentUser, row: ManuscriptRow, version: StoredVersion): Promise<Buffer> {
  const bytes = await buffer(await context.files.read(version.fileKey));
  return version.mime === VERSION_MIME.docx ? versionBytes(context, currentUser, row, version, bytes) : fromHtml(row.title, bytes.toString('utf8'));
}

function fromHtml(title: string, html: string): Buffer {
  const blocks = html
    .split(/(?<=<\/(?:p|h[1-6]|li|blockquote|div)>)|<br\s*\/?>/i)
    .map((part) => ({ kind: /<h[1-6]/i.test(part) ? ('heading' as const) : ('text' as const), text: plainText(part) }))
    .filter(({ text }) => text !== '');
  return writeDocx([{ kind: 'title', text: title }, ...blocks]);
}
