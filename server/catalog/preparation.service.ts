import type { Selectable } from 'kysely';
import type { Preparation } from '../../contract/catalog/preparation.ts';
import { partsName } from '../../contract/media/part-name.ts';
import { wireTime } from '../db/clock.ts';
import type { PreparationTable } from '../db/book-tables.ts';
import { uploadById } from '../files/resumable-upload.ts';
import type { House } from '../context.ts';
import { unlogged, type Write } from '../audit/operation-log.ts';
import { forbidden, invalid, missing, warning } from '../http/app-error.ts';
import type { Visitor } from '../http/current-user.ts';
import { isSourceKept, madeAgain } from './preparation-rebuild.service.ts';
import { addPreparation, endLeases, livePublication, preparationOf, recentPreparations, retryFailed, wantedUploads } from './preparation.queries.ts';

const RECENT = 20;

async function wirePreparation(house: House, row: Selectable<PreparationTable>): Promise<Preparation> {
  return {
    preparationId: row.id,
    fileName: row.fileName,
    size: row.size,
    state: row.state,
    message: row.message,
    findings: row.findings === '' ? [] : (JSON.parse(row.findings) as Preparation['findings']),
    publishId: row.state === 'ready' ? row.publicationId : null,
    byHouse: row.userId === 0,
    mayRetry: row.state === 'failed' && (await isThere(house, row)),
    createTime: wireTime(row.createTime),
  };
}

/** Whether what a preparation is made of can be read still: the upload, or the kept source of an edition. */
async function isThere(house: House, row: Selectable<PreparationTable>): Promise<boolean> {
  const edition = madeAgain(row.uploadId);
  return edition === null ? (await uploadById(house, row.uploadId)) !== null : isSourceKept(house, edition);
}

/** Whether a book or a track is made of an upload now, or waits to be. */
export const isWanted = async (house: House, uploadId: string): Promise<boolean> => (await wantedUploads(house.db)).has(uploadId);

/** Queues a finished upload; said twice for one upload it answers the same row. */
export async function startPreparation(
  house: House,
  visitor: Visitor,
  order: { uploadId: string; publishId?: number | undefined },
  write: Write = unlogged(house),
): Promise<Preparation> {
  const upload = await uploadById(house, order.uploadId);
  const known = upload ?? (await knownUpload(house, order.uploadId));
  if (!known) throw missing('上传不存在或已过期，请重新上传');
  if (known.ownerId !== visitor.userId) throw forbidden();
  if (upload && !upload.finished) throw warning('文件还没有上传完，请等上传完成后再试');
  if (order.publishId !== undefined) await refuseUnfit(house, order.publishId);
  const queued = {
    uploadId: order.uploadId,
    fileName: known.fileName,
    size: known.size,
    state: 'queued',
    publicationId: order.publishId ?? null,
    userId: visitor.userId,
    createBy: visitor.userName,
    createTime: Date.now(),
  } as const;
  const row = await write((tx) => addPreparation(tx, queued));
  if (row.userId !== visitor.userId) throw forbidden();
  house.jobs.wake();
  return wirePreparation(house, row);
}

/** Tries a failed one again. Refused where what it is made of is gone. */
export async function retryPreparation(house: House, visitor: Visitor, id: number, write: Write = unlogged(house)): Promise<Preparation> {
  const row = await preparationOf(house.db, id, visitor.userId);
  if (!row) throw missing('处理记录不存在');
  if (row.state === 'failed' && !(await isThere(house, row))) throw warning('要处理的文件已不在，请修正后重新上传');
  const again = await write((tx) => retryFailed(tx, id));
  if (!again) throw warning('这条记录没有失败，请刷新后查看');
  house.jobs.wake();
  return wirePreparation(house, again);
}

/** An upload that was prepared already is gone, its row is not. */
async function knownUpload(house: House, uploadId: string): Promise<{ ownerId: number; fileName: string; size: number } | null> {
  const row = await house.db.selectFrom('preparation').selectAll().where('uploadId', '=', uploadId).executeTakeFirst();
  return row ? { ownerId: row.userId, fileName: row.fileName, size: row.size } : null;
}

async function refuseUnfit(house: House, publishId: number): Promise<void> {
  const work = await livePublication(house.db, publishId);
  if (!work) throw missing('出版物不存在或已删除，请刷新后重试');
  if (work.kind === 'audio' || work.kind === 'video') throw invalid(`音像作品没有电子书文件，请在音像出版里上传${partsName(work)}`);
  if (work.status === 'checking') throw invalid('上架审核中的出版物不能更换文件，请先驳回');
}

export async function preparation(house: House, visitor: Visitor, id: number): Promise<Preparation> {
  const row = await preparationOf(house.db, id, visitor.userId);
  if (!row) throw missing('处理记录不存在');
  return wirePreparation(house, row);
}

/** The latest of this person's, newest first. */
export async function myPreparations(house: House, visitor: Visitor): Promise<{ rows: Preparation[]; total: number }> {
  const rows = await Promise.all((await recentPreparations(house.db, visitor.userId, RECENT)).map((row) => wirePreparation(house, row)));
  return { rows, total: rows.length };
}

/** Ends the leases of a process that is gone: called at the start, where no other process can hold one. */
export async function takeUpInterrupted(house: House): Promise<void> {
  await endLeases(house.db);
}
