import type { Database, Tx } from '../db/database.ts';

/** Some of the tracks taken away for good before `before`, or with their work, that nobody is making and that hold something still. */
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

/** Lets go of what a track holds; its row stays, since downloads name it, and without the hashes of its file nothing needs that. */
export async function clearTrack(tx: Tx, id: number): Promise<void> {
  const gone = { delFlag: '2', state: 'failed', posterUrl: '', partHashes: '', trialBytes: '', captions: '', leaseBy: '' } as const;
  await tx
    .updateTable('media')
    .set({ ...gone, message: '' })
    .where('id', '=', id)
    .execute();
  await tx.deleteFrom('mediaStream').where('mediaId', '=', id).execute();
}

/** Of these keys, those of files that a track needs; with `all` those that any row names, also of tracks that were let go. */
export async function filesAmong(db: Database, keys: readonly string[], all = false): Promise<string[]> {
  const named = db.selectFrom('media').select('fileKey').where('fileKey', 'in', keys);
  const rows = await (all ? named : named.where((eb) => eb.or([eb('delFlag', '!=', '2'), eb('partHashes', '!=', '')]))).execute();
  return rows.map((row) => row.fileKey);
}

export const streamsAmong = async (db: Database, keys: readonly string[]): Promise<string[]> =>
  (await db.selectFrom('mediaStream').select('fileKey').where('fileKey', 'in', keys).execute()).map((row) => row.fileKey);

/** Ids of tracks that somebody looks at. */
export const tracksMadeNow = async (db: Database, now: number): Promise<number[]> =>
  (await db.selectFrom('media').select('id').where('state', '=', 'running').where('leaseUntil', '>=', now).execute()).map((row) => row.id);

/** Ids of films whose streams somebody makes. */
export const filmsMadeNow = async (db: Database, now: number): Promise<number[]> =>
  (await db.selectFrom('mediaStream').select('mediaId').where('state', '=', 'running').where('leaseUntil', '>=', now).execute()).map(
    (row) => row.mediaId,
  );
