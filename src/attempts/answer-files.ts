import { ANSWER_UPLOAD_PATH, answerFile, storeAnswerFile } from '../../contract/teaching/attempt.ts';
import { TEACHING } from '../../contract/teaching/teaching-limits.ts';
import type { AnswerFileRef } from '../../contract/textbook/question-kind.ts';
import type { AnswerFileKind } from '../../contract/textbook/upload-answer.ts';
import { CODE } from '../../contract/error.ts';
import { DOWNLOAD_TIMEOUT_MS, MB } from '../../contract/limits.ts';
import { call, CallError, request } from '../api/call.ts';
import { newUuid } from '../api/new-uuid.ts';
import { prepareKey, storedKey } from '../device-key/device-key.ts';
import { reportIfFull } from '../storage/storage-full.ts';
import { sendFile } from '../uploads/resumable-upload.ts';
import { answerFileHere, changeAnswerFile, putAnswerFile, removeAnswerFiles, type AnswerFile } from './answer-file-store.ts';
import { isPermanentError } from '../sync/permanent-error.ts';
import type { AttemptRecord } from './attempt-record.ts';
import { updateAttempt } from './attempt-store.ts';
import { holdInPage } from './held-in-page.ts';
import { smallerPhoto } from './smaller-photo.ts';

const keyFor = async (userId: number): Promise<CryptoKey | null> => (await storedKey(userId)) ?? (await prepareKey(userId).catch(() => null));

/** Files that this device has no room for: they are sent as long as the page is open. */
const passing = new Map<string, AnswerFile>();
const passingOf = (userId: number): AnswerFile[] => [...passing].filter(([name]) => name.startsWith(`${userId} `)).map(([, file]) => file);

/** How many files of an attempt live in this page only. */
export const heldFiles = (userId: number, attemptKey: string): number => passingOf(userId).filter((one) => one.attemptKey === attemptKey).length;

function hold(userId: number, file: AnswerFile, holds: boolean): void {
  const name = `${userId} ${file.fileKey}`;
  if (holds) passing.set(name, file);
  else passing.delete(name);
  holdInPage(`file ${name}`, holds);
}

/**
 * Takes a photo, recording or file for an answer and returns its key: it is on this device then and is sent as soon as there is a network. Where the
 * device has no room it is sent at once, and without a network it waits in this page. Throws words for the student.
 */
export async function takeFile(userId: number, attemptKey: string, given: File, kind: AnswerFileKind): Promise<string> {
  const file = kind === 'photo' ? await smallerPhoto(given) : given;
  if (file.size === 0) throw new CallError(CODE.invalid, '文件是空的，请重新选择');
  if (file.size > TEACHING.fileBytes) throw new CallError(CODE.invalid, `文件超过${TEACHING.fileBytes / MB}MB，请压缩后再选`);
  const fileKey = newUuid();
  const one = { attemptKey, fileKey, kind, file, uploadUrl: '' };
  const key = await keyFor(userId).catch(() => null);
  try {
    if (!key) throw new CallError(CODE.failed, '这台设备现在不能加密保存文件');
    await putAnswerFile(userId, key, one);
    const record = await updateAttempt(userId, attemptKey, (before) => before && { ...before, files: { ...before.files, [fileKey]: '' } });
    if (!record) throw new CallError(CODE.failed, '这次作答没有存在这台设备上');
  } catch (error) {
    reportIfFull(error);
    await removeAnswerFiles(userId, attemptKey, fileKey).catch(() => undefined);
    await upload(one, () => undefined).catch((reason: unknown) => {
      if (isPermanentError(reason)) throw reason;
      hold(userId, one, true);
    });
  }
  return fileKey;
}

/** Sends the files that live in this page only, and tells of each record; returns false when one is to be tried again. */
export async function sendPassing(userId: number, changed: (record: AttemptRecord | undefined) => void): Promise<boolean> {
  for (const one of passingOf(userId)) {
    const words = await upload(one, () => undefined).then(
      () => null,
      (error: unknown) => (isPermanentError(error) ? (error as CallError).message : ''),
    );
    if (words === '') return false;
    hold(userId, one, false);
    changed(
      await updateAttempt(userId, one.attemptKey, (before) =>
        before && words !== null ? { ...before, files: { ...before.files, [one.fileKey]: words } } : before,
      ),
    );
  }
  return true;
}

/** Forgets a file that was taken out of an answer before the server had it. */
export async function dropFile(userId: number, attemptKey: string, ref: AnswerFileRef): Promise<void> {
  if (typeof ref !== 'string') return;
  const held = passing.get(`${userId} ${ref}`);
  if (held) return hold(userId, held, false);
  await updateAttempt(userId, attemptKey, (before) => {
    if (!before?.files || !(ref in before.files)) return before;
    const { [ref]: _dropped, ...files } = before.files;
    return { ...before, files };
  });
  await removeAnswerFiles(userId, attemptKey, ref);
}

/** Sends one waiting file; resolves when the server has it. */
export async function sendAnswerFile(userId: number, attemptKey: string, fileKey: string): Promise<void> {
  const key = await storedKey(userId);
  const one = key && (await answerFileHere(userId, key, attemptKey, fileKey));
  if (!one) throw new CallError(CODE.missing, '这台设备上没有这个文件了，请重新选择');
  await upload(one, (uploadUrl) => void changeAnswerFile(userId, one, { uploadUrl }).catch(() => undefined));
  await changeAnswerFile(userId, one, 'sent');
}

async function upload({ attemptKey, fileKey, kind, file, uploadUrl }: AnswerFile, onUrl: (url: string) => void): Promise<void> {
  const uploadId = await new Promise<string>((resolve, reject) => {
    sendFile(
      ANSWER_UPLOAD_PATH,
      file,
      {
        onProgress: () => undefined,
        onDone: resolve,
        onError: (words, mayGoOn) => reject(new CallError(mayGoOn ? 0 : CODE.invalid, words)),
      },
      { url: uploadUrl, onUrl },
    ).catch(reject);
  });
  await call(storeAnswerFile, { body: { attemptKey, fileKey, uploadId, kind } });
}

/** The bytes of a file of an answer: of this device, else of the server. */
export async function answerBlob(userId: number, attemptKey: string, ref: AnswerFileRef): Promise<Blob> {
  if (typeof ref === 'string') {
    const held = passing.get(`${userId} ${ref}`);
    if (held) return held.file;
    const key = await storedKey(userId).catch(() => null);
    const here = key && (await answerFileHere(userId, key, attemptKey, ref).catch(() => null));
    if (here) return here.file;
  }
  const { status, data, headers } = await request({
    method: answerFile.method,
    path: answerFilePath(attemptKey, ref),
    responseType: 'blob',
    timeout: DOWNLOAD_TIMEOUT_MS,
  });
  const blob = data as Blob;
  if (status !== 200) throw new CallError(status, '文件打不开，请重试');
  if (!String(headers['content-type'] ?? '').startsWith('application/json')) return blob;
  const { code = CODE.failed, msg = '文件打不开，请重试' } = JSON.parse(await blob.text()) as { code?: number; msg?: string };
  throw new CallError(code, msg);
}

export const answerFilePath = (attemptKey: string, ref: AnswerFileRef): string =>
  answerFile.path.replace('{attemptKey}', attemptKey).replace('{ref}', String(ref));
