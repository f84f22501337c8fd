import type { Insertable, Updateable } from 'kysely';
import type { Database, Tx } from '../../db/database.ts';
import type { MasterTrackTable } from '../../db/tables/media-tables.ts';
import { requestTrace } from '../../db/request-trace.ts';

const live = (db: Database | Tx) => db.selectFrom('masterTrack').where('delFlag', '=', '0');

export const masterById = (db: Database | Tx, id: number) => live(db).selectAll().where('id', '=', id).executeTakeFirst();
export type MasterRow = NonNullable<Awaited<ReturnType<typeof masterById>>>;

/** The parts of the master of a manuscript, in order. */
export const mastersOf = (db: Database | Tx, archiveId: number) =>
  live(db).selectAll().where('archiveId', '=', archiveId).orderBy('orderNum').orderBy('id').execute();

export const masterOfUpload = (db: Database | Tx, uploadId: string) => live(db).selectAll().where('uploadId', '=', uploadId).executeTakeFirst();

export const insertMaster = (tx: Tx, row: Insertable<MasterTrackTable>): Promise<MasterRow> =>
  tx
    .insertInto('masterTrack')
    .values({ requestId: requestTrace(), ...row })
    .returningAll()
    .executeTakeFirstOrThrow();

/** Updates a part in the version in which it was read; returns false when it was changed meanwhile. */
export async function writeMaster(tx: Tx, id: number, version: number, set: Updateable<MasterTrackTable>): Promise<boolean> {
  const done = await tx
    .updateTable('masterTrack')
    .set({ ...set, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .where('delFlag', '=', '0')
    .executeTakeFirst();
  return Number(done.numUpdatedRows) === 1;
}

export const placeMaster = (tx: Tx, id: number, orderNum: number) => tx.updateTable('masterTrack').set({ orderNum }).where('id', '=', id).execute();
