import type { Database } from '../db/database.ts';
import type { MediaPlaceTable } from '../db/tables/media-tables.ts';

/** The highest clock wins, whatever the order of arrival. */
export async function putPosition(db: Database, place: MediaPlaceTable): Promise<void> {
  const { userId: _user, mediaId: _media, ...rest } = place;
  await db
    .insertInto('mediaPlace')
    .values(place)
    .onConflict((oc) => oc.columns(['userId', 'mediaId']).doUpdateSet(rest).where('mediaPlace.clock', '<', place.clock))
    .execute();
}

export const positionIn = (db: Database, userId: number, mediaId: number) =>
  db.selectFrom('mediaPlace').selectAll().where('userId', '=', userId).where('mediaId', '=', mediaId).executeTakeFirstOrThrow();

export const positionsOf = (db: Database, userId: number, publicationId: number) =>
  db.selectFrom('mediaPlace').selectAll().where('userId', '=', userId).where('publicationId', '=', publicationId).orderBy('clock', 'desc').execute();
