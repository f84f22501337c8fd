import { setTimeout } from 'node:timers/promises';
import type { Selectable } from 'kysely';
import type { Preparation } from '../../../contract/catalog/preparation.ts';
import { partsName } from '../../../contract/media/part-name.ts';
import { wireTime } from '../../db/clock.ts';
import type { PreparationTable } from '../../db/tables/book-tables.ts';
import { uploadById } from '../../files/resumable-upload.ts';
import type { AppContext } from '../../context.ts';
import { unloggedWrite, type Write } from '../../audit/operation-log.ts';
import { forbidden, invalid, missing, warning } from '../../http/app-error.ts';
import type { CurrentUser } from '../../http/current-user.ts';
import { isSourceStored, rebuiltEditions } from './preparation-rebuild.service.ts';
import {
  addPreparation,
  endLeases,
  livePublication,
  openPreparations,
  preparationOf,
  recentPreparations,
  retryFailed,
  wantedUploads,
} from './preparation.queries.ts';
import { waitsFrom } from '../edition-change.queries.ts';
import { ownsFile } from '../../files/file.policy.ts';
import { queuedPreparation } from './preparation.policy.ts';

const RECENT = 20;

async function wirePreparation(context: AppContext, row: Selectable<PreparationTable>): Promise<Preparation> {
  return {
    preparationId: row.id,
    fileName: row.fileName,
    size: row.size,
    state: row.state,
    message: row.message,
    findings: row.findings === '' ? [] : (JSON.parse(row.findings) as Preparation['findings']),
    publishId: row.state === 'ready' ? row.publicationId : null,
    byHouse: row.userId === 0,
    waits: row.state === 'ready' && row.publicationId !== null && (await waitsFrom(context.db, row.publicationId, row.userId)),
    mayRetry: row.state === 'failed' && (await isThere(context, row)),
    createTime: wireTime(row.createTime),
  };
}

/** Returns whether the input of a preparation still exists: the upload, or the stored source of an edition. */
async function isThere(context: AppContext, row: Selectable<PreparationTable>): Promise<boolean> {
  const edition = rebuiltEditions(row.uploadId);
  return edition === null ? (await uploadById(context, row.uploadId)) !== null : isSourceStored(context, edition);
}

/** Returns whether a book or a track uses an upload now or is queued for it. */
export const isWanted = async (context: AppContext, uploadId: string): Promise<boolean> => (await wantedUploads(context.db)).has(uploadId);

/** Queues a finished upload; a repeated call for the same upload returns the same row. */
export async function startPreparation(
  context: AppContext,
  currentUser: Pick<CurrentUser, 'userId' | 'userName'>,
  order: { uploadId: string; publishId?: number | undefined; /** A second person has checked the text. */ checked?: boolean },
  write: Write = unloggedWrite(context),
): Promise<Preparation> {
  const upload = await uploadById(context, order.uploadId);
  const known = upload ?? (await knownUpload(context, order.uploadId));
  if (!known) throw missing('上传不存在或已过期，请重新上传');
  if (!ownsFile(known, currentUser)) throw forbidden();
  if (upload && !upload.finished) throw warning('文件还没有上传完，请等上传完成后再试');
  if (order.publishId !== undefined) await rejectUnfit(context, order.publishId);
  const queued = {
    uploadId: order.uploadId,
    fileName: known.fileName,
    size: known.size,
    state: 'queued',
    publicationId: order.publishId ?? null,
    userId: currentUser.userId,
    createBy: currentUser.userName,
    createTime: Date.now(),
    checked: order.checked ? '1' : '0',
  } as const;
  const row = await write((tx) => addPreparation(tx, queued));
  if (!queuedPreparation(row, currentUser)) throw forbidden();
  context.jobs.wake();
  return wirePreparation(context, row);
}

/** Retries a failed preparation. Throws when its input is gone. */
export async function retryPreparation(
  context: AppContext,
  currentUser: CurrentUser,
  id: number,
  write: Write = unloggedWrite(context),
): Promise<Preparation> {
  const row = await preparationOf(context.db, id, currentUser.userId);
  if (!row) throw missing('处理记录不存在');
  if (row.state === 'failed' && !(await isThere(context, row))) throw warning('要处理的文件已不在，请修正后重新上传');
  const again = await write((tx) => retryFailed(tx, id));
  if (!again) throw warning('这条记录没有失败，请刷新后查看');
  context.jobs.wake();
  return wirePreparation(context, again);
}

/** The upload of an ended preparation is gone, but its row still exists. */
async function knownUpload(context: AppContext, uploadId: string): Promise<{ ownerId: number; fileName: string; size: number } | null> {
  const row = await context.db.selectFrom('preparation').selectAll().where('uploadId', '=', uploadId).executeTakeFirst();
  return row ? { ownerId: row.userId, fileName: row.fileName, size: row.size } : null;
}

async function rejectUnfit(context: AppContext, publishId: number): Promise<void> {
  const work = await livePublication(context.db, publishId);
  if (!work) throw missing('出版物不存在或已删除，请刷新后重试');
  if (work.kind === 'audio' || work.kind === 'video') throw invalid(`音像作品没有电子书文件，请在音像出版里上传${partsName(work)}`);
  if (work.status === 'checking') throw invalid('上架审核中的出版物不能更换文件，请先驳回');
}

export async function preparation(context: AppContext, currentUser: CurrentUser, id: number): Promise<Preparation> {
  const row = await preparationOf(context.db, id, currentUser.userId);
  if (!row) throw missing('处理记录不存在');
  return wirePreparation(context, row);
}

/** Returns the latest preparations of the current user, newest first. */
export async function myPreparations(context: AppContext, currentUser: CurrentUser): Promise<{ rows: Preparation[]; total: number }> {
  const rows = await Promise.all((await recentPreparations(context.db, currentUser.userId, RECENT)).map((row) => wirePreparation(context, row)));
  return { rows, total: rows.length };
}

/** Ends the leases of a previous process. Called at startup, when no other process can hold one. */
export async function resumeInterrupted(context: AppContext): Promise<void> {
  await endLeases(context.db);
}

const ENDED_POLL_MS = 500;

/**
 * Waits until every preparation is ready or has failed. The lanes of this server may be idle before that: another server holds one, or one was
 * postponed because the store did not answer.
 */
export async function preparationsEnded(context: AppContext): Promise<void> {
  for (;;) {
    await context.jobs.settled();
    if ((await openPreparations(context.db)) === 0) return;
    await setTimeout(ENDED_POLL_MS);
    context.jobs.wake();
  }
}
