import type { Updateable } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { MediaStreamTable } from '../db/tables/media-tables.ts';

export const streamOf = (db: Database, mediaId: number) => db.selectFrom('mediaStream').selectAll().where('mediaId', '=', mediaId).executeTakeFirst();

export const streamsOf = (db: Database | Tx, mediaIds: readonly number[]) =>
  db.selectFrom('mediaStream').selectAll().where('mediaId', 'in', mediaIds).execute();

/** Restarts a failed stream from the beginning; returns false when it has not failed. */
export async function retryStream(tx: Tx, mediaId: number): Promise<boolean> {
  const again = { state: 'running', message: '', attempts: 0, leaseUntil: 0, leaseBy: '', updateTime: Date.now() } as const;
  const done = await tx.updateTable('mediaStream').set(again).where('mediaId', '=', mediaId).where('state', '=', 'failed').executeTakeFirst();
  return Number(done.numUpdatedRows) === 1;
}

/** Returns the number of videos with failed streams for each work. */
export const failedStreams = (db: Database, publicationIds: readonly number[]) =>
  db
    .selectFrom('mediaStream')
    .innerJoin('media', 'media.id', 'mediaStream.mediaId')
    .select((eb) => ['media.publicationId', eb.fn.countAll<number>().as('failed')])
    .where('media.publicationId', 'in', publicationIds)
    .where('media.delFlag', '=', '0')
    .where('mediaStream.state', '=', 'failed')
    .groupBy('media.publicationId')
    .execute();

/** Returns the oldest video without a stream, or whose lease has expired. */
export const nextFilm = (db: Database, now: number) =>
  db
    .selectFrom('media')
    .leftJoin('mediaStream', 'mediaStream.mediaId', 'media.id')
    .select([
      'media.id',
      'media.fileKey',
      'media.mime',
      'media.size',
      'media.width',
      'media.height',
      'media.durationMs',
      'media.posterUrl',
      'media.requestId',
    ])
    .select(['mediaStream.attempts', 'mediaStream.leaseBy as takenBy', 'mediaStream.fileKey as streamKey'])
    .where('media.delFlag', '=', '0')
    .where('media.mediaType', '=', 'video')
    .where('media.state', '=', 'ready')
    .where((eb) =>
      eb.or([eb('mediaStream.state', 'is', null), eb.and([eb('mediaStream.state', '=', 'running'), eb('mediaStream.leaseUntil', '<', now)])]),
    )
    .orderBy('media.id')
    .executeTakeFirst();

export type Film = NonNullable<Awaited<ReturnType<typeof nextFilm>>>;

/** Takes the video in the state in which it was read; returns false when another server took it meanwhile. */
export async function takeFilm(db: Database, film: Film, leaseBy: string, leaseUntil: number): Promise<boolean> {
  const updateTime = Date.now();
  const mine = { state: 'running', leaseBy, leaseUntil, updateTime } as const;
  if (film.takenBy === null) {
    const row = { mediaId: film.id, message: '', fileKey: '', levels: '', attempts: 1, ...mine };
    const made = await db
      .insertInto('mediaStream')
      .values(row)
      .onConflict((oc) => oc.column('mediaId').doNothing())
      .executeTakeFirst();
    return Number(made.numInsertedOrUpdatedRows) === 1;
  }
  const taken = await db
    .updateTable('mediaStream')
    .set({ ...mine, attempts: (film.attempts ?? 0) + 1 })
    .where('mediaId', '=', film.id)
    .where('state', '=', 'running')
    .where('leaseBy', '=', film.takenBy)
    .where('attempts', '=', film.attempts ?? 0)
    .executeTakeFirst();
  return Number(taken.numUpdatedRows) === 1;
}

/** Updates a stream in progress; returns false when another server holds its lease. */
export async function writeStream(db: Database, mediaId: number, leaseBy: string, set: Updateable<MediaStreamTable>): Promise<boolean> {
  const written = await db
    .updateTable('mediaStream')
    .set({ ...set, updateTime: Date.now() })
    .where('mediaId', '=', mediaId)
    .where('leaseBy', '=', leaseBy)
    .where('state', '=', 'running')
    .executeTakeFirst();
  return Number(written.numUpdatedRows) === 1;
}

export const putPoster = (db: Database, mediaId: number, posterUrl: string) =>
  db.updateTable('media').set({ posterUrl }).where('id', '=', mediaId).where('posterUrl', '=', '').execute();
