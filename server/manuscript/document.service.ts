import { buffer } from 'node:stream/consumers';
import type { DocumentKind } from '../../contract/manuscript/document.ts';
import type { AppContext } from '../context.ts';
import { docxView } from '../document/docx-view.ts';
import { writeDocx } from '../document/docx-writer.ts';
import { missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { plainText } from '../http/rich-text.ts';
import { documentSource, registerDocumentSource, type OpenedDocument } from './document-source.service.ts';
import { versionById, versionsOf } from './manuscript-version.queries.ts';
import { markAuthor, modeOf, readableManuscript, readsVersion } from './manuscript-version.service.ts';
import { textOf, type ManuscriptRow } from './manuscript.queries.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** The newest .docx of a manuscript; online text is written into one. */
async function manuscriptDocument(context: AppContext, currentUser: CurrentUser, row: ManuscriptRow): Promise<{ bytes: Buffer; versionNo: number }> {
  const last = (await versionsOf(context.db, row.id)).find((version) => readsVersion(row, version, currentUser));
  if (last && last.mime === DOCX) return { bytes: await buffer(await context.files.read(last.fileKey)), versionNo: last.versionNo };
  const text = last
    ? await buffer(await context.files.read(last.fileKey)).then((bytes) => bytes.toString('utf8'))
    : ((await textOf(context.db, row.id))?.content ?? '');
  if (text === '') throw missing('文件不存在，请先上传书稿或在线写正文');
  return { bytes: await fromHtml(row.title, text), versionNo: row.currentVersion };
}

async function fromHtml(title: string, html: string): Promise<Buffer> {
  const blocks = html
    .split(/(?<=<\/(?:p|h[1-6]|li|blockquote|div)>)|<br\s*\/?>/i)
    .map((part) => ({ kind: /<h[1-6]/i.test(part) ? ('heading' as const) : ('text' as const), text: plainText(part) }))
    .filter(({ text }) => text !== '');
  return writeDocx([{ kind: 'title', text: title }, ...blocks]);
}

const opened = (row: ManuscriptRow, currentUser: CurrentUser, file: { bytes: Buffer; versionNo: number }): OpenedDocument => ({
  title: row.title,
  fileName: `${row.title} 第${file.versionNo}版.docx`,
  bytes: file.bytes,
  mode: modeOf(row, currentUser),
  archiveId: row.id,
  versionNo: file.versionNo,
});

for (const kind of ['open', 'audit', 'collab'] as const)
  registerDocumentSource(kind, async (context, currentUser, id) => {
    const row = await readableManuscript(context.db, currentUser, id);
    return opened(row, currentUser, await manuscriptDocument(context, currentUser, row));
  });

registerDocumentSource('preview', async (context, currentUser, id) => {
  const version = await versionById(context.db, id);
  if (!version) throw missing('文件不存在');
  const row = await readableManuscript(context.db, currentUser, version.archiveId);
  if (!readsVersion(row, version, currentUser)) throw missing('文件不存在');
  const content = await buffer(await context.files.read(version.fileKey));
  const bytes = version.mime === DOCX ? content : await fromHtml(row.title, content.toString('utf8'));
  return { ...opened(row, currentUser, { bytes, versionNo: version.versionNo }), mode: 'view' };
});

export async function documentFor(context: AppContext, currentUser: CurrentUser, kind: DocumentKind, id: number) {
  const { bytes, ...rest } = await documentSource(kind)(context, currentUser, id);
  return { ...rest, author: markAuthor(currentUser), ...(await docxView(bytes)) };
}

export async function documentFile(context: AppContext, currentUser: CurrentUser, kind: DocumentKind, id: number) {
  const { bytes, fileName } = await documentSource(kind)(context, currentUser, id);
  return { name: fileName, bytes };
}
