import type { Database, Tx } from '../db/database.ts';

/**
 * Returns a batch of tracks that were permanently deleted before `before`, alone or with their work, that are not being processed and
 * still have data.
 */
export const unneededTracks = (db: Database, before: number, now: number, limit: number) =>
  db
    .selectFrom('media')
    .leftJoin('publication', 'publication.id', 'media.publicationId')
    .select('media.id')
    .where((eb) =>
      eb.or([
        eb.and([eb('media.delFlag', '=', '2'), eb('media.updateTime', '<', before)]),
        eb.and([eb('publication.delFlag', '=', '2'), eb('publication.updateTime', '<', before)]),
      ]),
    )
    .where((eb) => eb.or([eb('media.state', '!=', 'running'), eb('media.leaseUntil', '<', now)]))
    .where((eb) => eb.or([eb('media.delFlag', '!=', '2'), eb('media.partHashes', '!=', ''), eb('media.posterUrl', '!=', '')]))
    .orderBy('media.id')
    .limit(limit)
    .execute();

/** Releases the data of a track. Its row stays because downloads refer to it; without the file hashes nothing needs the file. */
export async function clearTrack(tx: Tx, id: number): Promise<void> {
  const gone = { delFlag: '2', state: 'failed', posterUrl: '', partHashes: '', trialBytes: '', captions: '', leaseBy: '' } as const;
  await tx
    .updateTable('media')
    .set({ ...gone, message: '' })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('mediaStream').where('mediaId', '=', id).execute();
}

/** Returns which of these keys are files of tracks in use; with `all`, those that any row names, including released tracks. */
export async function filesAmong(db: Database, keys: readonly string[], all = false): Promise<string[]> {
  const named = db.selectFrom('media').select('fileKey').where('fileKey', 'in', keys);
  const rows = await (all ? named : named.where((eb) => eb.or([eb('delFlag', '!=', '2'), eb('partHashes', '!=', '')]))).execute();
  // A master and the publication that was made of it have the same file.
  const masters = db.selectFrom('masterTrack').select('fileKey').where('fileKey', 'in', keys);
  const kept = await (all ? masters : masters.where('delFlag', '=', '0')).execute();
  return [...new Set([...rows, ...kept].map((row) => row.fileKey))];
}

export const streamsAmong = async (db: Database, keys: readonly string[]): Promise<string[]> =>
  (await db.selectFrom('mediaStream').select('fileKey').where('fileKey', 'in', keys).execute()).map((row) => row.fileKey);

/** Returns the ids of tracks that are being processed. */
export const tracksMadeNow = async (db: Database, now: number): Promise<number[]> =>
  (await db.selectFrom('media').select('id').where('state', '=', 'running').where('leaseUntil', '>=', now).execute()).map((row) => row.id);

/** Returns the ids of parts of masters that are being processed. */
export const mastersMadeNow = async (db: Database, now: number): Promise<number[]> =>
  (await db.selectFrom('masterTrack').select('id').where('state', '=', 'running').where('leaseUntil', '>=', now).execute()).map((row) => row.id);

/** Returns the ids of videos whose streams are being created. */
export const filmsMadeNow = async (db: Database, now: number): Promise<number[]> =>
  (await db.selectFrom('mediaStream').select('mediaId').where('state', '=', 'running').where('leaseUntil', '>=', now).execute()).map(
    (row) => row.mediaId,
  );
