import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Tx } from '../db/database.ts';
import { MissingFile } from '../files/file-store.ts';
import type { House } from '../context.ts';
import { PREPARATION } from '../epub/book.ts';
import { EpubProblem } from '../epub/problem.ts';
import { addPreparation, editionById, editionsOfSource, oldestToMakeAgain, replaceEdition } from './preparation.queries.ts';
import { sourceKey } from './preparation-stage.service.ts';

/** What stands for an upload where the house makes an edition again. */
const orderOf = (editionId: number): string => `again-${editionId}-${PREPARATION}`;

/** The edition an order makes again; null for an upload. */
export function madeAgain(uploadId: string): number | null {
  const found = /^again-(\d+)-\d+$/.exec(uploadId)?.[1];
  return found === undefined ? null : Number(found);
}

/**
 * Queues one edition that readers get and that an older preparation made. One that failed is not tried again by the
 * same preparation. Answers whether there was one.
 */
export async function queueMadeAgain(house: House): Promise<boolean> {
  const edition = await oldestToMakeAgain(house.db, PREPARATION);
  if (!edition) return false;
  await addPreparation(house.db, {
    uploadId: orderOf(edition.id),
    fileName: edition.sourceName,
    size: edition.sourceBytes,
    state: 'queued',
    publicationId: edition.publicationId,
    userId: 0,
    createBy: edition.createBy,
    createTime: Date.now(),
  });
  return true;
}

export interface Kept {
  readonly path: string;
  readonly fileName: string;
  readonly size: number;
  readonly sha256: string;
  /** Every edition of the same work and file. */
  readonly former: readonly number[];
}

/** The file an edition was made of, copied into `folder`. Throws `EpubProblem` when it is gone. */
export async function keptSource(house: House, editionId: number, folder: string): Promise<Kept> {
  const edition = await editionById(house.db, editionId);
  if (!edition) throw new EpubProblem('要重新处理的版本已不存在');
  const path = join(folder, 'source.epub');
  try {
    await pipeline(await house.files.read(sourceKey(edition.sourceSha256)), createWriteStream(path));
  } catch (error) {
    if (error instanceof MissingFile) throw new EpubProblem('原文件已不在，无法重新处理；请重新上传');
    throw error;
  }
  const former = await editionsOfSource(house.db, edition.publicationId, edition.sourceSha256);
  return { path, fileName: edition.sourceName, size: edition.sourceBytes, sha256: edition.sourceSha256, former };
}

/** Whether the file an edition was made of is there still. */
export async function isSourceKept(house: House, editionId: number): Promise<boolean> {
  const edition = await editionById(house.db, editionId);
  return edition !== undefined && (await house.files.size(sourceKey(edition.sourceSha256))) !== null;
}

/** Readers get the new edition from now on. Throws `EpubProblem` when they get a third one already. */
export async function takePlace(tx: Tx, publicationId: number, from: number, to: number): Promise<void> {
  if (!(await replaceEdition(tx, publicationId, from, to))) throw new EpubProblem('已换成别的文件，无需重新处理');
}
