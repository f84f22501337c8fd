import type { PublicationStatus } from '../../contract/catalog/publication.ts';
import { MEDIA_TYPES, type MediaType } from '../../contract/media/track.ts';
import type { Work } from '../../contract/media/work.ts';
import { draftPublication, listForStaff } from '../catalog/publication.service.ts';
import { indexPublication } from '../catalog/search/search.service.ts';
import { forgetTotals } from '../db/total.ts';
import type { AppContext } from '../context.ts';
import { unloggedWrite, type Write } from '../audit/operation-log.ts';
import { failedStreams } from './stream.queries.ts';
import { trackSums } from './track.queries.ts';

interface ListQuery {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly title?: string | undefined;
  readonly authorsText?: string | undefined;
  readonly kind?: MediaType | undefined;
  readonly status?: PublicationStatus | undefined;
  readonly orderByColumn?: 'title' | 'salePriceFen' | 'viewNum' | 'updateTime' | undefined;
  readonly isAsc?: string | undefined;
}

/** Returns a page of audio and video works and the exact total. */
export async function listWorks(context: AppContext, query: ListQuery): Promise<{ rows: Work[]; total: number }> {
  const { kind, ...rest } = query;
  const { rows, total } = await listForStaff(context, { ...rest, kinds: kind ? [kind] : MEDIA_TYPES });
  const ids = rows.map((row) => row.publishId);
  const sums = new Map((ids.length > 0 ? await trackSums(context.db, ids) : []).map((sum) => [sum.publicationId, sum]));
  const broken = new Map((ids.length > 0 ? await failedStreams(context.db, ids) : []).map((row) => [row.publicationId, Number(row.failed)]));
  return {
    rows: rows.map((row) => {
      const sum = sums.get(row.publishId);
      return {
        ...row,
        trackCount: Number(sum?.total ?? 0),
        readyCount: Number(sum?.ready ?? 0),
        failedCount: Number(sum?.failed ?? 0) + (broken.get(row.publishId) ?? 0),
        durationSec: Math.ceil(Number(sum?.durationMs ?? 0) / 1000),
      };
    }),
    total,
  };
}

export async function addWork(
  context: AppContext,
  by: { userName: string },
  draft: { kind: MediaType; title: string; authorsText: string },
  write: Write = unloggedWrite(context),
): Promise<{ publishId: number }> {
  const publishId = await write(async (tx) => {
    const id = await draftPublication(tx, { ...draft, language: 'zh', intro: '', isbn: '' }, by);
    await indexPublication(tx, id, context.db.engine);
    return id;
  });
  forgetTotals(context.db);
  return { publishId };
}
