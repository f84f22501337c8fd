import { randomBytes } from 'node:crypto';
import { extname } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { CONTEST, fileKindOf } from '../../../contract/contest/contest-limits.ts';
import type { EntryFile } from '../../../contract/contest/contest-submit.ts';
import { MB } from '../../../contract/limits.ts';
import type { AppContext } from '../../context.ts';
import { wireTime } from '../../db/clock.ts';
import type { Tx } from '../../db/database.ts';
import { streamedPart } from '../../files/multipart-file.ts';
import type { Sent } from '../../files/send-file.ts';
import { storePart } from '../../files/store-part.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { CODES } from '../contest-codes.ts';
import { assertNotInvolved } from '../contest-person.service.ts';
import { contestIn, stringsOf } from '../contest-rows.ts';
import { entryById, fileById, filesOfEntries, type EntryRow, type FileRow } from '../contest-submit.queries.ts';
import { entryGone } from '../contest-submit-step.ts';
import { isEntrant, opensOriginal, ownsEntryFile } from './entry.policy.ts';

export const MIME: Readonly<Record<string, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  txt: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  wav: 'audio/wav',
  mp4: 'video/mp4',
  webm: 'video/webm',
  epub: 'application/epub+zip',
};

export const typeOf = (name: string): string => extname(name).slice(1).toLowerCase();

export const wireFile = (row: FileRow): EntryFile => ({
  fileId: row.id,
  fileName: row.fileName,
  fileSize: row.fileSize,
  kind: fileKindOf(row.fileName),
  createTime: wireTime(row.createTime),
});

/** Whether the contestant may change an entry and its files now. */
export function isEditable(
  row: Pick<EntryRow, 'status' | 'returnUntil'>,
  contest: { readonly status: string; readonly submitEnd: number | null },
  now: number,
): boolean {
  if (row.status === 'returned') return (row.returnUntil ?? 0) > now;
  return (row.status === 'draft' || row.status === 'submitted') && contest.status === 'collecting' && (contest.submitEnd ?? 0) > now;
}

async function editableEntry(db: AppContext['db'] | Tx, currentUser: CurrentUser, submitId: number): Promise<EntryRow> {
  const row = await entryById(db, submitId);
  if (!row || !isEntrant(row, currentUser)) throw entryGone();
  if (!isEditable(row, await contestIn(db, row.contestId), Date.now())) throw new AppError(CODES.notCollecting, '不在征稿时间内，不能修改文件');
  return row;
}

export async function uploadFor(context: AppContext, currentUser: CurrentUser, submitId: number, request: FastifyRequest): Promise<EntryFile> {
  const row = await editableEntry(context.db, currentUser, submitId);
  const contest = await contestIn(context.db, row.contestId);
  if ((await filesOfEntries(context.db, [submitId])).length >= CONTEST.files) throw failed(`一件作品最多${CONTEST.files}个文件`);
  const part = await streamedPart(request, contest.fileMaxMb * MB);
  const type = typeOf(part.name);
  const types = stringsOf(contest.fileTypes);
  if (!types.includes(type)) {
    part.stream.resume();
    throw failed(`文件格式不正确，请上传${types.join('、')}格式的文件`);
  }
  const fileKey = `contests/${row.contestId}/${submitId}/${randomBytes(12).toString('hex')}.${type}`;
  const mime = MIME[type] ?? 'application/octet-stream';
  const stored = await storePart(context, part, fileKey, mime);
  try {
    return await context.db.transaction().execute(async (tx) => {
      await editableEntry(tx, currentUser, submitId);
      if ((await filesOfEntries(tx, [submitId])).length >= CONTEST.files) throw failed(`一件作品最多${CONTEST.files}个文件`);
      const now = Date.now();
      const made = await tx
        .insertInto('contestFile')
        .values({
          submitId,
          contestId: row.contestId,
          ownerId: currentUser.userId,
          ...stored,
          createBy: currentUser.userName,
          createTime: now,
          updateTime: now,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return wireFile(made);
    });
  } catch (error) {
    await context.files.remove(fileKey);
    throw error;
  }
}

export async function removeFor(context: AppContext, currentUser: CurrentUser, ids: readonly number[]): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    for (const id of ids) {
      const file = await fileById(tx, id);
      if (!file) throw missing('文件不存在或已被删除');
      await editableEntry(tx, currentUser, file.submitId);
      await tx.updateTable('contestFile').set({ delFlag: '2', updateTime: Date.now() }).where('id', '=', id).execute();
    }
  });
}

/** The file as it was sent, for the contestant and the organisers. */
export async function originalFile(context: AppContext, currentUser: CurrentUser, id: number): Promise<Sent> {
  const file = await fileById(context.db, id);
  if (!file || !opensOriginal(file, currentUser)) throw missing('文件不存在或已被删除');
  if (!ownsEntryFile(file, currentUser)) await assertNotInvolved(context.db, file.contestId, currentUser, 'authors');
  return { key: file.fileKey, name: file.fileName, mime: file.mime, size: file.fileSize };
}
