import type { Selectable } from 'kysely';
import type { Preparation } from '../../contract/catalog/preparation.ts';
import { wireTime } from '../db/clock.ts';
import type { PreparationTable } from '../db/book-tables.ts';
import { uploadById } from '../files/resumable-upload.ts';
import type { House } from '../house.ts';
import { unlogged, type Write } from '../http/operation.ts';
import { forbidden, invalid, missing, warning } from '../http/refusal.ts';
import type { Visitor } from '../http/visitor.ts';
import { addPreparation, endLeases, livePublication, preparationOf, recentPreparations } from './preparation.queries.ts';

const RECENT = 20;

function wirePreparation(row: Selectable<PreparationTable>): Preparation {
  return {
    preparationId: row.id,
    fileName: row.fileName,
    size: row.size,
    state: row.state,
    message: row.message,
    publishId: row.state === 'ready' ? row.publicationId : null,
    createTime: wireTime(row.createTime),
  };
}

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
  return wirePreparation(row);
}

/** An upload that was prepared already is gone, its row is not. */
async function knownUpload(house: House, uploadId: string): Promise<{ ownerId: number; fileName: string; size: number } | null> {
  const row = await house.db.selectFrom('preparation').selectAll().where('uploadId', '=', uploadId).executeTakeFirst();
  return row ? { ownerId: row.userId, fileName: row.fileName, size: row.size } : null;
}

async function refuseUnfit(house: House, publishId: number): Promise<void> {
  const work = await livePublication(house.db, publishId);
  if (!work) throw missing('出版物不存在或已删除，请刷新后重试');
  if (work.kind === 'audio' || work.kind === 'video') throw invalid('音像作品没有电子书文件，请在音像出版里上传曲目');
  if (work.status === 'checking') throw invalid('上架审核中的出版物不能更换文件，请先驳回');
}

export async function preparation(house: House, visitor: Visitor, id: number): Promise<Preparation> {
  const row = await preparationOf(house.db, id, visitor.userId);
  if (!row) throw missing('处理记录不存在');
  return wirePreparation(row);
}

/** The latest of this person's, newest first. */
export async function myPreparations(house: House, visitor: Visitor): Promise<{ rows: Preparation[]; total: number }> {
  const rows = (await recentPreparations(house.db, visitor.userId, RECENT)).map(wirePreparation);
  return { rows, total: rows.length };
}

/** Ends the leases of a process that is gone: called at the start, where no other process can hold one. */
export async function takeUpInterrupted(house: House): Promise<void> {
  await endLeases(house.db);
}
