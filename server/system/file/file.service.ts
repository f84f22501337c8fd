import { createHash, randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { DAY_MS } from '../../../contract/clock.ts';
import { illegalFileName } from '../../../contract/system/file.ts';
import { allowedKinds, FILE_KINDS } from '../../../contract/system/upload-rules.ts';
import { wireTime } from '../../db/clock.ts';
import { pictureTurn } from '../../files/concurrency-limit.ts';
import { encodedPicture } from '../../files/encoded-picture.ts';
import { mayReadByRecord, type UploadedFile } from '../../files/file-reader.ts';
import { contentMatches, onePart, type Part } from '../../files/multipart-file.ts';
import { officeProblem } from '../../files/office-file.ts';
import type { AppContext } from '../../context.ts';
import type { Sent } from '../../files/send-file.ts';
import { failed, missing } from '../../http/app-error.ts';
import { worksForPublisher, type CurrentUser } from '../../http/current-user.ts';
import { rateLimit, type RateLimit } from '../../http/rate-limit.ts';
import { assertWithinQuota } from './storage-quota.ts';
import { uploadRulesOf } from './upload-rules.service.ts';
import { ownsFile } from '../../files/file.policy.ts';

const PER_MINUTE: RateLimit = { name: 'upload', points: 60, windowMs: 60_000 };
const UPLOADS_PER_DAY = 500;
/** Limits what one user can write to the disk in a day. */
const PER_DAY: RateLimit = {
  name: 'upload_day',
  points: UPLOADS_PER_DAY,
  windowMs: DAY_MS,
  message: `一天最多上传${UPLOADS_PER_DAY}个文件，请明天再传`,
};
const TEMPORARY_MS = 10 * 60_000;
const AT_ONCE = 200;
const isImage = (extension: string): boolean => FILE_KINDS[extension]?.group === 'image';
const mimeOf = (extension: string): string =>
  extension === 'txt' ? 'text/plain; charset=utf-8' : (FILE_KINDS[extension]?.mime ?? 'application/octet-stream');

/** Rules of an upload whose files are private, and are not those that an administrator allows for the common one. */
export interface OwnRules {
  readonly types: readonly string[];
  readonly bytes: number;
  /** Throws for a file that must not be stored. */
  readonly check: (extension: string, bytes: Buffer) => void;
}

/** Stores one uploaded file under a server-generated name. Returns the keys that all compatible clients expect. */
export async function storeUpload(context: AppContext, currentUser: CurrentUser, request: FastifyRequest, own?: OwnRules) {
  await limitUploads(context, currentUser);
  const rules = own ?? (await uploadRulesOf(context.db));
  const allowed = 'types' in rules ? rules.types : allowedKinds(rules);
  return storePart(context, currentUser, await onePart(request, rules.bytes), allowed, own);
}

/** Limits how many files a user may store. */
export async function limitUploads(context: AppContext, currentUser: CurrentUser): Promise<void> {
  await rateLimit(context, PER_MINUTE, currentUser.userId);
  await rateLimit(context, PER_DAY, currentUser.userId);
}

/** Stores a file that has arrived completely, after the checks of its kind and its content. Throws what is wrong with it. */
export async function storePart(context: AppContext, currentUser: CurrentUser, { name, bytes }: Part, allowed: readonly string[], own?: OwnRules) {
  const extension = extname(name).slice(1).toLowerCase();
  const problem = officeProblem(extension, bytes);
  if (problem) throw failed(problem);
  if (!allowed.includes(extension)) throw failed(`文件格式不正确, 请上传${allowed.join('/')}格式文件!`);
  if (!contentMatches(extension, bytes)) throw failed(`文件内容与扩展名${extension}不符，请检查后重新上传`);
  own?.check(extension, bytes);
  const now = Date.now();
  const newFileName = `${randomBytes(16).toString('hex')}.${extension}`;
  const fileName = `/profile/upload/${wireTime(now).slice(0, 10).replaceAll('-', '/')}/${newFileName}`;
  const mime = mimeOf(extension);
  // The stored length must be the length of the written bytes: a wrong length would corrupt the response that sends the file.
  const kept = await withoutExtras(extension, bytes);
  await assertWithinQuota(context, currentUser, kept.length);
  await context.files.put(fileName.slice(1), kept, mime);
  const row = await context.db
    .insertInto('file')
    .values({
      fileName,
      fileOriginName: name,
      url: context.settings.publicUrl + fileName,
      size: kept.length,
      mime,
      sha256: createHash('sha256').update(kept).digest('hex'),
      ownerId: currentUser.userId,
      // Pictures uploaded by staff for articles are public. A reader's picture may be an identity card: it is readable only through the
      // record it was submitted with.
      isPublic: !own && worksForPublisher(currentUser) && isImage(extension) ? '1' : '0',
      createTime: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { fileName, fileOriginName: name, url: context.settings.publicUrl + fileName, fileId: row.id, newFileName, originalFilename: name };
}

/** Re-encodes a picture, so that data hidden in the file is removed. */
async function withoutExtras(extension: string, bytes: Buffer): Promise<Buffer> {
  if (!isImage(extension)) return bytes;
  try {
    return await pictureTurn(() => encodedPicture(extension, bytes));
  } catch {
    throw failed(`图片无法读取，请换一张${extension}图片`);
  }
}

/** Throws when files of so many bytes would exceed the storage of a user. */
export const assertSpaceFor = (context: AppContext, currentUser: CurrentUser, bytes: number): Promise<void> =>
  assertWithinQuota(context, currentUser, bytes);

/** A file that the program made for a user, under a name of its own choice. */
export interface MadeFile {
  /** Wire name, `/profile/upload/…`. */
  readonly fileName: string;
  readonly originalName: string;
  readonly bytes: Buffer;
}

/** Stores pictures and recordings whose content was checked and encoded before. Who has the address reads them. */
export async function storeMadeFile(context: AppContext, ownerId: number, { fileName, originalName, bytes }: MadeFile): Promise<void> {
  const mime = mimeOf(extname(fileName).slice(1));
  await context.files.put(fileName.slice(1), bytes, mime);
  await context.db
    .insertInto('file')
    .values({
      fileName,
      fileOriginName: originalName,
      url: context.settings.publicUrl + fileName,
      size: bytes.length,
      mime,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      ownerId,
      isPublic: '1',
      createTime: Date.now(),
    })
    .execute();
}

/** Of these files, those that everybody with the address may read, and the own ones of a user. */
export const openFilesNamed = ({ db }: AppContext, currentUser: CurrentUser, names: readonly string[]) =>
  db
    .selectFrom('file')
    .select(['fileName', 'mime'])
    .where('fileName', 'in', names)
    .where('isTemporary', '=', '0')
    .where((eb) => eb.or([eb('isPublic', '=', '1'), eb('ownerId', '=', currentUser.userId)]))
    .execute();

/** Removes files of a user by their wire names. */
export async function removeFilesByName(context: AppContext, ownerId: number, names: readonly string[]): Promise<void> {
  for (let from = 0; from < names.length; from += AT_ONCE) {
    const some = names.slice(from, from + AT_ONCE);
    await context.db.deleteFrom('file').where('fileName', 'in', some).where('ownerId', '=', ownerId).execute();
    for (const name of some) await context.files.remove(name.slice(1));
  }
}

/** `id` is the number of its row. */
export interface StoredUpload extends Sent {
  readonly id: number;
}

/** Returns a stored file by its wire name: for everybody when it is public, for its owner, and for users of a record that contains it. */
export async function fileByName(
  context: AppContext,
  currentUser: CurrentUser | null,
  resource: string,
): Promise<StoredUpload & { isPublic: boolean }> {
  const row = await context.db.selectFrom('file').selectAll().where('fileName', '=', resource).where('isTemporary', '=', '0').executeTakeFirst();
  if (!row || !(await mayReadUpload(context, currentUser, row))) throw failed(illegalFileName(resource));
  return { key: row.fileName.slice(1), name: row.fileOriginName, mime: row.mime, size: row.size, id: row.id, isPublic: row.isPublic === '1' };
}

async function mayReadUpload(context: AppContext, currentUser: CurrentUser | null, file: UploadedFile & { isPublic: string }): Promise<boolean> {
  if (file.isPublic === '1') return true;
  return currentUser !== null && (ownsFile(file, currentUser) || (await mayReadByRecord(context, currentUser, file)));
}

/** Returns a file by its id and its owner, for users who see a record of the owner that references it. */
export async function fileOf(context: AppContext, ownerId: number, id: number): Promise<StoredUpload> {
  const row = await context.db
    .selectFrom('file')
    .selectAll()
    .where('id', '=', id)
    .where('ownerId', '=', ownerId)
    .where('isTemporary', '=', '0')
    .executeTakeFirst();
  if (!row) throw missing('文件已被删除');
  return { key: row.fileName.slice(1), name: row.fileOriginName, mime: row.mime, size: row.size, id: row.id };
}

/** Returns a file that the current user created for one download in the last ten minutes. */
export async function temporaryFile(context: AppContext, currentUser: CurrentUser, fileName: string): Promise<StoredUpload> {
  const row = await context.db
    .selectFrom('file')
    .selectAll()
    .where('fileName', '=', fileName)
    .where('isTemporary', '=', '1')
    .where('ownerId', '=', currentUser.userId)
    .where('createTime', '>', Date.now() - TEMPORARY_MS)
    .executeTakeFirst();
  if (!row) throw failed(illegalFileName(fileName));
  return { key: `temporary/${row.fileName}`, name: row.fileOriginName, mime: row.mime, size: row.size, id: row.id };
}

/** Stores bytes for one download by their owner. Returns the file name to request. */
export async function storeTemporary(context: AppContext, currentUser: CurrentUser, name: string, mime: string, bytes: Buffer): Promise<string> {
  const fileName = `${randomBytes(16).toString('hex')}_${name.replace(/[^\w.\u4e00-\u9fa5-]/g, '')}`;
  await context.files.put(`temporary/${fileName}`, bytes, mime);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const values = {
    fileName,
    fileOriginName: name,
    url: '',
    size: bytes.length,
    mime,
    sha256,
    ownerId: currentUser.userId,
    isPublic: '0' as const,
    isTemporary: '1' as const,
  };
  await context.db
    .insertInto('file')
    .values({ ...values, createTime: Date.now() })
    .execute();
  return fileName;
}

export async function forgetFile(context: AppContext, file: StoredUpload): Promise<void> {
  await context.db.deleteFrom('file').where('id', '=', file.id).execute();
  await context.files.remove(file.key);
}

/** Removes download files created before `before` that were never fetched. Returns their number. */
export async function removeTemporaryFiles(context: AppContext, before: number): Promise<number> {
  for (let removed = 0; ; ) {
    const some = await context.db
      .selectFrom('file')
      .selectAll()
      .where('isTemporary', '=', '1')
      .where('createTime', '<', before)
      .limit(AT_ONCE)
      .execute();
    for (const { id, fileName, fileOriginName: name, mime, size } of some)
      await forgetFile(context, { key: `temporary/${fileName}`, name, mime, size, id });
    removed += some.length;
    if (some.length < AT_ONCE) return removed;
  }
}
