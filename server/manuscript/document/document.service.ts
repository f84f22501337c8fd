import type { DocumentKind, DocumentMode } from '../../../contract/manuscript/document.ts';
import type { AppContext } from '../../context.ts';
import { limitDocumentWork } from '../../document/document-rate.ts';
import { documentWorker } from '../../document/document-worker.ts';
import { missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { documentSource, type DocumentSource, type OpenedDocument } from './document-source.service.ts';
import { manuscriptDocument, versionDocument } from './manuscript-document.service.ts';
import { versionById } from '../version/manuscript-version.queries.ts';
import { modeOf, readsVersion, resolvesMarks } from '../manuscript.policy.ts';
import { markAuthor, newestFor, readableManuscript } from '../version/manuscript-version.service.ts';
import type { ManuscriptRow } from '../manuscript.queries.ts';
import { onlyofficeFor } from './onlyoffice.service.ts';

const opened = (row: ManuscriptRow, currentUser: CurrentUser, file: { bytes: Buffer; versionNo: number }): OpenedDocument => ({
  title: row.title,
  fileName: `${row.title} 第${file.versionNo}版.docx`,
  bytes: file.bytes,
  mode: modeOf(row, currentUser),
  archiveId: row.id,
  versionNo: file.versionNo,
});

export const currentDocument: DocumentSource = async (context, currentUser, id) => {
  const row = await readableManuscript(context.db, currentUser, id);
  return opened(row, currentUser, await manuscriptDocument(context, currentUser, row));
};

/** A version is read only; on the newest one the user whose turn it is may comment. */
export const versionPreview: DocumentSource = async (context, currentUser, id) => {
  const version = await versionById(context.db, id);
  if (!version) throw missing('文件不存在');
  const row = await readableManuscript(context.db, currentUser, version.archiveId);
  if (!readsVersion(row, version, currentUser)) throw missing('文件不存在');
  const document = opened(row, currentUser, { bytes: await versionDocument(context, currentUser, row, version), versionNo: version.versionNo });
  const newest = (await newestFor(context.db, row, currentUser))?.id === id;
  return { ...document, mode: newest && document.mode !== 'view' ? 'comment' : 'view' };
};

export async function documentFor(context: AppContext, currentUser: CurrentUser, kind: DocumentKind, id: number, reading: boolean) {
  await limitDocumentWork(context, currentUser);
  const found = await documentSource(kind)(context, currentUser, id);
  const { mode, mayResolve } = await powersOf(context, currentUser, found);
  const source = { ...found, mode };
  const { bytes, ...rest } = source;
  const editor = reading ? 'off' : context.settings.documentReview;
  return {
    ...rest,
    author: markAuthor(currentUser),
    mayResolve,
    editor,
    onlyoffice: editor === 'onlyoffice' ? await onlyofficeFor(context, currentUser, kind, id, source) : null,
    ...(editor === 'off' ? await documentWorker.view(bytes) : { paragraphs: [], marks: [], cut: false }),
  };
}

/** Without the right to resolve marks, a document with marks of others is changed with marks only: a save without them would be rejected. */
async function powersOf(
  { db }: AppContext,
  currentUser: CurrentUser,
  { archiveId, mode, bytes }: OpenedDocument,
): Promise<{ mode: DocumentMode; mayResolve: boolean }> {
  if (archiveId === null || mode !== 'edit') return { mode, mayResolve: false };
  if (resolvesMarks(await readableManuscript(db, currentUser, archiveId), currentUser)) return { mode, mayResolve: true };
  const { foreign } = await documentWorker.read({ after: bytes, before: null, authors: [markAuthor(currentUser)] });
  return { mode: foreign > 0 ? 'suggest' : mode, mayResolve: false };
}

export async function documentFile(context: AppContext, currentUser: CurrentUser, kind: DocumentKind, id: number) {
  const { bytes, fileName } = await documentSource(kind)(context, currentUser, id);
  return { name: fileName, bytes };
}
