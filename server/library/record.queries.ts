import type { Database, Tx } from '../db/database.ts';

interface Downloaded {
  readonly editionId: number;
  readonly mediaId: number | null;
}

/** Returns track title and size of downloads, in their order. */
export async function downloadParts(db: Database | Tx, rows: readonly Downloaded[]): Promise<{ trackTitle: string; size: number }[]> {
  const mediaIds = [...new Set(rows.flatMap(({ mediaId }) => mediaId ?? []))];
  const editionIds = [...new Set(rows.flatMap(({ editionId }) => (editionId > 0 ? [editionId] : [])))];
  const media = mediaIds.length > 0 ? await db.selectFrom('media').select(['id', 'title', 'size']).where('id', 'in', mediaIds).execute() : [];
  const editions = editionIds.length > 0 ? await db.selectFrom('edition').select(['id', 'bytes']).where('id', 'in', editionIds).execute() : [];
  const tracks = new Map(media.map((one) => [one.id, one]));
  const bytes = new Map(editions.map((one) => [one.id, Number(one.bytes)]));
  return rows.map(({ editionId, mediaId }) => {
    const track = mediaId === null ? undefined : tracks.get(mediaId);
    return { trackTitle: track?.title ?? '', size: track ? Number(track.size) : (bytes.get(editionId) ?? 0) };
  });
}
