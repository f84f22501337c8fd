import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { z } from 'zod';
import type { addUploadedFile, ManuscriptFile } from '../../../contract/manuscript/manuscript-file.ts';
import type { FileRole } from '../../../contract/manuscript/manuscript-limits.ts';
import { fileObjection, roleFiles } from '../../../contract/manuscript/work-files.ts';
import type { AppContext } from '../../context.ts';
import { playLinkFor } from '../../files/play-link.ts';
import { finishedUpload, removeUpload, uploadedFile } from '../../files/resumable-upload.ts';
import { failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { checkedMedia } from '../../media/checked-media.service.ts';
import { captionsOf } from '../../media/track.service.ts';
import { manuscriptFileById } from '../manuscript-file.queries.ts';
import { acceptUpload, addedFile, checkedDocument, MIME, type StoredManuscriptFile } from '../manuscript-file.service.ts';
import { readsFile } from '../manuscript.policy.ts';
import { readableManuscript } from '../version/manuscript-version.service.ts';

/** The content of a file fits its role; returns its type. Throws with what to do. */
async function checkedContent(path: string, role: FileRole, type: string): Promise<string> {
  const { content } = roleFiles(role);
  if (content === 'audio' || content === 'video') return (await checkedMedia(path, type, content)).mime;
  if (content === 'captions') {
    captionsOf(await readFile(path, 'utf8'));
    return 'text/vtt; charset=utf-8';
  }
  if (type === 'docx') await checkedDocument(await readFile(path));
  return MIME[type] ?? 'application/octet-stream';
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** Takes a finished upload as a file of a manuscript. The upload stays when its content is rejected: another role may be right for it. */
export async function addUploaded(
  context: AppContext,
  currentUser: CurrentUser,
  { archiveId, fileRole, uploadId, replaces }: z.output<typeof addUploadedFile.body>,
): Promise<ManuscriptFile> {
  await acceptUpload(context.db, currentUser, archiveId, fileRole, replaces ?? undefined);
  const upload = await finishedUpload(context, currentUser, uploadId);
  const objection = fileObjection(fileRole, upload.fileName, upload.size);
  if (objection) throw failed(objection);
  const type = extname(upload.fileName).slice(1).toLowerCase();
  const folder = join(context.settings.dataDir, 'preparing-files');
  const copy = join(folder, uploadId);
  const fileKey = `manuscripts/${archiveId}/files/${randomBytes(12).toString('hex')}.${type}`;
  let stored: StoredManuscriptFile;
  try {
    await mkdir(folder, { recursive: true });
    const path = await uploadedFile(context, uploadId, copy);
    if (!path) throw missing('上传不存在或已过期，请重新上传');
    const mime = await checkedContent(path, fileRole, type);
    stored = { fileName: upload.fileName, fileKey, fileSize: (await stat(path)).size, mime, sha256: await hashOf(path) };
    await context.files.put(fileKey, createReadStream(path), mime);
  } finally {
    await rm(copy, { force: true });
  }
  try {
    const file = await addedFile(context, currentUser, archiveId, fileRole, stored, replaces ?? undefined);
    await removeUpload(context, uploadId);
    return file;
  } catch (error) {
    await context.files.remove(fileKey);
    throw error;
  }
}

/** The address at which a reader of a manuscript hears or sees one of its recordings or films. */
export async function playManuscript(context: AppContext, currentUser: CurrentUser, id: number): Promise<{ url: string; mime: string }> {
  const file = await manuscriptFileById(context.db, id);
  if (!file) throw missing('附件不存在或已被删除');
  const row = await readableManuscript(context.db, currentUser, file.archiveId);
  if (!readsFile(row, file, currentUser)) throw missing('附件不存在或已被删除');
  if (!/^(audio|video)\//.test(file.mime)) throw failed('这个附件不能播放，请下载后打开');
  return playLinkFor(context, currentUser, { key: file.fileKey, mime: file.mime, size: file.fileSize });
}
