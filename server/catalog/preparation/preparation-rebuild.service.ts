import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Tx } from '../../db/database.ts';
import { MissingFile } from '../../files/file-store.ts';
import type { AppContext } from '../../context.ts';
import { PREPARATION } from '../../epub/book.ts';
import { EpubError } from '../../epub/problem.ts';
import { addPreparation, editionById, editionsOfSource, oldestToRebuild, replaceEdition } from './preparation.queries.ts';
import { sourceKey } from './preparation-stage.service.ts';

/** Takes the place of the upload id when an edition is rebuilt. */
const orderOf = (editionId: number): string => `again-${editionId}-${PREPARATION}`;

/** Returns the edition id from a rebuild id; null for an upload. */
export function rebuiltEditions(uploadId: string): number | null {
  const found = /^again-(\d+)-\d+$/.exec(uploadId)?.[1];
  return found === undefined ? null : Number(found);
}

/**
 * Queues one current edition that an older preparation version created. An edition that failed is not tried again with the
 * same preparation version. Returns whether there was one.
 */
export async function queueRebuild(context: AppContext): Promise<boolean> {
  const edition = await oldestToRebuild(context.db, PREPARATION);
  if (!edition) return false;
  await addPreparation(context.db, {
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
  /** Every edition of the same work created from the same file. */
  readonly former: readonly number[];
}

/** Copies the source file of an edition into `folder`. Throws `EpubError` when the file is gone. */
export async function storedSource(context: AppContext, editionId: number, folder: string): Promise<Kept> {
  const edition = await editionById(context.db, editionId);
  if (!edition) throw new EpubError('要重新处理的版本已不存在');
  const path = join(folder, 'source.epub');
  try {
    await pipeline(await context.files.read(sourceKey(edition.sourceSha256)), createWriteStream(path));
  } catch (error) {
    if (error instanceof MissingFile) throw new EpubError('原文件已不在，无法重新处理；请重新上传');
    throw error;
  }
  const former = await editionsOfSource(context.db, edition.publicationId, edition.sourceSha256);
  return { path, fileName: edition.sourceName, size: edition.sourceBytes, sha256: edition.sourceSha256, former };
}

/** Returns whether the source file of an edition is still stored. */
export async function isSourceStored(context: AppContext, editionId: number): Promise<boolean> {
  const edition = await editionById(context.db, editionId);
  return edition !== undefined && (await context.files.size(sourceKey(edition.sourceSha256))) !== null;
}

/** Makes the new edition current. Throws `EpubError` when another file has already replaced the old edition. */
export async function takePlace(tx: Tx, publicationId: number, from: number, to: number): Promise<void> {
  if (!(await replaceEdition(tx, publicationId, from, to))) throw new EpubError('已换成别的文件，无需重新处理');
}
