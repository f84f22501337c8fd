import type { Insertable, Updateable } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { MediaTable } from '../db/tables/media-tables.ts';
import { requestTrace } from '../db/request-trace.ts';

const live = (db: Database | Tx) => db.selectFrom('media').where('delFlag', '=', '0');

export const trackById = (db: Database | Tx, id: number) => live(db).selectAll().where('id', '=', id).executeTakeFirst();

export type TrackRow = NonNullable<Awaited<ReturnType<typeof trackById>>>;

export const tracksOfWork = (db: Database | Tx, publicationId: number) =>
  live(db).selectAll().where('publicationId', '=', publicationId).orderBy('orderNum').orderBy('id').execute();

export const trackOfUpload = (db: Database | Tx, uploadId: string) =>
  db.selectFrom('media').selectAll().where('uploadId', '=', uploadId).executeTakeFirst();

export const trackInBin = (tx: Tx, id: number) =>
  tx.selectFrom('media').select('publicationId').where('id', '=', id).where('delFlag', '=', '1').executeTakeFirst();

/** Returns the columns that decide who may play a track. */
export const playedWork = (db: Database | Tx, publicationId: number) =>
  db
    .selectFrom('publication')
    .select(['id', 'kind', 'title', 'status', 'isFree', 'downloadable', 'coverUrl', 'trialChapters'])
    .where('id', '=', publicationId)
    .where('delFlag', '=', '0')
    .executeTakeFirst();

/** The tracks placed in the text of a work, each with the first document in which it is. */
export const placedTracks = (db: Database | Tx, publicationId: number) =>
  db
    .selectFrom('placedMedia')
    .select((eb) => ['mediaId', eb.fn.min<number>('documentIndex').as('documentIndex')])
    .where('publishId', '=', publicationId)
    .where('mediaId', 'is not', null)
    .where('delFlag', '=', '0')
    .groupBy('mediaId')
    .execute();

export async function lastOrder(db: Database | Tx, publicationId: number): Promise<number> {
  const row = await live(db)
    .select((eb) => eb.fn.max('orderNum').as('last'))
    .where('publicationId', '=', publicationId)
    .executeTakeFirst();
  return Number(row?.last ?? 0);
}

/** A second call for the same upload adds no second row. */
export async function insertTrack(db: Database | Tx, row: Insertable<MediaTable>): Promise<TrackRow> {
  await db
    .insertInto('media')
    .values({ requestId: requestTrace(), ...row })
    .onConflict((oc) => oc.column('uploadId').doNothing())
    .execute();
  return db.selectFrom('media').selectAll().where('uploadId', '=', row.uploadId).executeTakeFirstOrThrow();
}

/** Updates a row in the state in which it was read; returns false when it was changed meanwhile. */
export async function writeTrack(db: Database | Tx, id: number, version: number, set: Updateable<MediaTable>): Promise<boolean> {
  const done = await db
    .updateTable('media')
    .set({ ...set, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('delFlag', '=', '0')
    .executeTakeFirst();
  return Number(done.numUpdatedRows) === 1;
}

export const placeTrack = (db: Database | Tx, publicationId: number, id: number, orderNum: number) =>
  db.updateTable('media').set({ orderNum }).where('id', '=', id).where('publicationId', '=', publicationId).execute();

/** Returns for each work the number of tracks, the number of playable ones, and their duration. */
export const trackSums = (db: Database, publicationIds: readonly number[]) =>
  live(db)
    .select((eb) => [
      'publicationId',
      eb.fn.countAll<number>().as('total'),
      eb.fn.sum<number>(eb.case().when('state', '=', 'ready').then(1).else(0).end()).as('ready'),
      eb.fn.sum<number>(eb.case().when('state', '=', 'failed').then(1).else(0).end()).as('failed'),
      eb.fn.sum<number>('durationMs').as('durationMs'),
    ])
    .where('publicationId', 'in', publicationIds)
    .groupBy('publicationId')
    .execute();

/** Returns a live session by the beginning of its id. */
export const sessionBeginning = (db: Database, userId: number, beginning: string, now: number) =>
  db
    .selectFrom('session')
    .innerJoin('user', 'user.id', 'session.userId')
    .select('session.id')
    .where('session.userId', '=', userId)
    .where('session.id', 'like', `${beginning}%`)
    .where('session.expiresAt', '>', now)
    .where('user.status', '=', '0')
    .where('user.delFlag', '=', '0')
    .executeTakeFirst();
