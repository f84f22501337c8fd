import type { FastifyRequest } from 'fastify';
import { FILE_KINDS } from '../../../contract/system/upload-rules.ts';
import { CLASS_NOTE } from '../../../contract/teaching/teaching-limits.ts';
import type { AppContext } from '../../context.ts';
import type { Tx } from '../../db/database.ts';
import { ownsFile } from '../../files/file.policy.ts';
import type { Sent } from '../../files/send-file.ts';
import { failed, missing } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { fileOf, forgetFile, storeUpload } from '../../system/file/file.service.ts';
import { classFor, requireLive } from '../course/class-access.service.ts';
import { mayInClass } from '../course/course-class.policy.ts';
import { noteById, notesWithSound, soundFile } from './class-note.queries.ts';

const GONE = '录音不存在或已删除，请刷新后重试';
/** Browsers record sound as WebM or MP4. */
const KINDS = [...Object.keys(FILE_KINDS).filter((kind) => FILE_KINDS[kind]?.group === 'audio'), 'webm', 'mp4'];

/** Stores a recording for a note, for teachers and assistants of the class. */
export async function storeNoteSound(
  context: AppContext,
  currentUser: CurrentUser,
  classId: number,
  request: FastifyRequest,
): Promise<{ fileId: number }> {
  const { row } = await classFor(context.db, currentUser, classId, 'staff');
  requireLive(row, '写批注');
  const { fileId } = await storeUpload(context, currentUser, request, { types: KINDS, bytes: CLASS_NOTE.soundBytes, check: () => {} });
  return { fileId };
}

/** Throws unless the recording was stored by the caller, or is the one that the note has already. */
export async function assertOwnSound(tx: Tx, currentUser: CurrentUser, fileId: number | null, before: number | null): Promise<void> {
  if (fileId === null || fileId === before) return;
  const file = await soundFile(tx, fileId);
  if (!file || !ownsFile(file, currentUser)) throw failed('录音没有上传好，请重新录一次');
}

/** The recording of a note, for everybody who sees the note. */
export async function noteSoundFor(context: AppContext, currentUser: CurrentUser, noteId: number): Promise<Sent> {
  const row = await noteById(context.db, noteId);
  if (!row) throw missing(GONE);
  const { role } = await classFor(context.db, currentUser, row.classId);
  const file = row.audioFileId === null ? undefined : await soundFile(context.db, row.audioFileId);
  if (!file || (row.published === '0' && !mayInClass(role, 'staff'))) throw missing(GONE);
  return fileOf(context, file.ownerId, file.id);
}

/** Removes a recording that no note has any more. */
export async function dropUnusedSound(context: AppContext, fileId: number | null): Promise<void> {
  if (fileId !== null && (await notesWithSound(context.db, fileId)) === 0) await removeSound(context, fileId);
}

export async function removeSound(context: AppContext, fileId: number): Promise<void> {
  const file = await soundFile(context.db, fileId);
  if (file) await forgetFile(context, await fileOf(context, file.ownerId, file.id));
}
