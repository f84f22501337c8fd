import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { z } from 'zod';
import type { storeAnswerFile } from '../../../contract/teaching/attempt.ts';
import { TEACHING } from '../../../contract/teaching/teaching-limits.ts';
import { FILE_KINDS } from '../../../contract/system/upload-rules.ts';
import type { AnswerFileRef } from '../../../contract/textbook/question-kind.ts';
import { filesOfAnswer, type AnswerFileKind } from '../../../contract/textbook/upload-answer.ts';
import type { AppContext } from '../../context.ts';
import type { FileReader } from '../../files/file-reader.ts';
import { ownsFile } from '../../files/file.policy.ts';
import { removeUpload, uploadById, uploadedFile, type Upload } from '../../files/resumable-upload.ts';
import type { Sent } from '../../files/send-file.ts';
import { AppError, failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { fileOf, forgetFile, limitUploads, storePart } from '../../system/file/file.service.ts';
import { classFor } from '../course/class-access.service.ts';
import { addAnswerFile, answerFileByKey, answerFileCount, answersNaming, keysOfFile } from './answer-file.queries.ts';
import { writesAttempt } from './attempt.policy.ts';
import { seenAttempt } from './attempt-result.service.ts';
import { attemptByKey, eventsOf, ticketByKey } from './attempt.queries.ts';

const inGroup = (...groups: readonly string[]): string[] => Object.keys(FILE_KINDS).filter((kind) => groups.includes(FILE_KINDS[kind]?.group ?? ''));
/** Browsers record sound as WebM or MP4. */
const KINDS: Readonly<Record<AnswerFileKind, readonly string[]>> = {
  photo: inGroup('image'),
  recording: [...inGroup('audio'), 'webm', 'mp4'],
  file: Object.keys(FILE_KINDS),
};
const expired = () => failed('上传已过期，请重新选择文件上传');

type Given = z.output<typeof storeAnswerFile.body>;

/** Stores an uploaded file for an attempt of the student under the key that the device made for it, once. */
export async function takeAnswerFile(context: AppContext, currentUser: CurrentUser, given: Given): Promise<void> {
  const { attemptKey, fileKey, uploadId } = given;
  const { db } = context;
  const ticket = await ticketByKey(db, attemptKey);
  if (!ticket || !writesAttempt(ticket, currentUser)) throw missing('作答不存在，请刷新后重试');
  const upload = await uploadById(context, uploadId);
  const own = upload && ownsFile(upload, currentUser) ? upload : null;
  if (!(await answerFileByKey(db, currentUser.userId, fileKey))) {
    if (!own?.finished || own.size > TEACHING.fileBytes) throw expired();
    if ((await answerFileCount(db, attemptKey)) >= TEACHING.attemptFiles)
      throw failed(`一次作答最多上传${TEACHING.attemptFiles}个文件，请先看看哪些可以不换`);
    await storeFrom(context, currentUser, given, own);
  }
  if (own) await removeUpload(context, uploadId);
}

async function storeFrom(
  context: AppContext,
  currentUser: CurrentUser,
  { attemptKey, fileKey, uploadId, kind }: Given,
  upload: Upload,
): Promise<void> {
  if (upload.size === 0) throw failed('文件是空的，请重新选择');
  if (/\.hei[cf]$/i.test(upload.fileName)) throw failed('服务器打不开HEIC照片，请用JPG或PNG再拍一次');
  await limitUploads(context, currentUser);
  const folder = await mkdtemp(join(tmpdir(), 'answer-'));
  try {
    const path = await uploadedFile(context, uploadId, join(folder, 'file'));
    if (!path) throw expired();
    const stored = await storePart(context, currentUser, { name: upload.fileName, bytes: await readFile(path) }, KINDS[kind], PRIVATE);
    const row = { userId: currentUser.userId, fileKey, attemptKey, fileId: stored.fileId, at: Date.now() };
    // Two tabs of the student sent it at once: the other one was first.
    if (!(await addAnswerFile(context.db, row))) await forgetFile(context, await fileOf(context, currentUser.userId, stored.fileId));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const PRIVATE = { types: [], bytes: TEACHING.fileBytes, check: () => {} };

const namesFile = (content: string, ref: AnswerFileRef): boolean =>
  filesOfAnswer((JSON.parse(content) as { readonly answer?: unknown }).answer).some((one) => one.ref === ref);

/** A file that an answer of the attempt names, also one that was replaced later. */
export async function answerFileFor(context: AppContext, currentUser: CurrentUser, attemptKey: string, ref: AnswerFileRef): Promise<Sent> {
  const { db } = context;
  const { attempt } = await seenAttempt(db, currentUser, await attemptByKey(db, attemptKey));
  if (!(await eventsOf(db, attemptKey)).some(({ content }) => namesFile(content, ref))) throw missing('作答里没有这个文件，请刷新后重试');
  if (typeof ref === 'number') return fileOf(context, attempt.userId, ref);
  const row = await answerFileByKey(db, attempt.userId, ref);
  if (!row) throw missing('这个文件还在学生的设备上，联网后会自动上传');
  return fileOf(context, attempt.userId, row.fileId);
}

/** Teachers and assistants of the class read the files that a student handed in as an answer. */
export const readsAnswerFile: FileReader = async ({ db }, currentUser, { id, ownerId }) => {
  const refs = [id, ...(await keysOfFile(db, ownerId, id))];
  const classes = new Set<number>();
  for (const ref of refs) for (const { classId, content } of await answersNaming(db, ownerId, ref)) if (namesFile(content, ref)) classes.add(classId);
  for (const classId of classes) {
    const may = await classFor(db, currentUser, classId, 'staff').then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError) return false;
        throw error;
      },
    );
    if (may) return true;
  }
  return false;
};
