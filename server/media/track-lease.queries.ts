import type { Selectable, Updateable } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import type { MediaTable } from '../db/tables/media-tables.ts';

/** The columns that a preparation needs; tracks of works and parts of masters have the same ones. */
export type LeasedRow = Pick<Selectable<MediaTable>, 'id' | 'mediaType' | 'uploadId' | 'fileKey' | 'attempts' | 'leaseBy' | 'requestId'>;
type Prepared = Pick<
  Updateable<MediaTable>,
  | 'state'
  | 'message'
  | 'mediaType'
  | 'mime'
  | 'size'
  | 'sha256'
  | 'durationMs'
  | 'width'
  | 'height'
  | 'codecs'
  | 'partHashes'
  | 'trialBytes'
  | 'chapters'
>;

/** The lease of a row while its file is prepared, so that one server at a time works on it. */
export interface Leases {
  /** Returns the oldest row that is queued or whose lease has expired. */
  next(db: Database, now: number): Promise<LeasedRow | undefined>;
  /** Takes the row in the state in which it was read; returns false when another server took it meanwhile. */
  take(db: Database, row: LeasedRow, leaseBy: string, leaseUntil: number): Promise<boolean>;
  prolong(db: Database, id: number, leaseBy: string, leaseUntil: number): Promise<unknown>;
  /** Leaves a running row until `leaseUntil`; then any server may take it again. */
  postpone(db: Database, id: number, leaseBy: string, leaseUntil: number, message: string): Promise<unknown>;
  noteFileKey(db: Database, id: number, leaseBy: string, fileKey: string): Promise<unknown>;
  /** Ends the preparation; returns false when another server holds the lease. */
  end(db: Database, id: number, leaseBy: string, set: Prepared): Promise<boolean>;
  /** Queues a failed row again; returns false when it has not failed. */
  retry(tx: Tx, id: number): Promise<boolean>;
}

function leasesOf(table: 'media' | 'masterTrack'): Leases {
  // Both tables have the columns that are named here.
  const name = table as 'media';
  const held = (db: Database, id: number, leaseBy: string) =>
    db.updateTable(name).where('id', '=', id).where('leaseBy', '=', leaseBy).where('state', '=', 'running');
  return {
    next: (db, now) =>
      db
        .selectFrom(name)
        .select(['id', 'mediaType', 'uploadId', 'fileKey', 'attempts', 'leaseBy', 'requestId'])
        .where('delFlag', '=', '0')
        .where((eb) => eb.or([eb('state', '=', 'queued'), eb.and([eb('state', '=', 'running'), eb('leaseUntil', '<', now)])]))
        .orderBy('id')
        .executeTakeFirst(),
    async take(db, row, leaseBy, leaseUntil) {
      const taken = await db
        .updateTable(name)
        .set({ state: 'running', leaseBy, leaseUntil, attempts: row.attempts + 1 })
        .where('id', '=', row.id)
        .where('state', 'in', ['queued', 'running'])
        .where('uploadId', '=', row.uploadId)
        .where('leaseBy', '=', row.leaseBy)
        .where('attempts', '=', row.attempts)
        .executeTakeFirst();
      return Number(taken.numUpdatedRows) === 1;
    },
    prolong: (db, id, leaseBy, leaseUntil) => held(db, id, leaseBy).set({ leaseUntil }).execute(),
    postpone: (db, id, leaseBy, leaseUntil, message) => held(db, id, leaseBy).set({ leaseUntil, message, leaseBy: '' }).execute(),
    noteFileKey: (db, id, leaseBy, fileKey) => db.updateTable(name).set({ fileKey }).where('id', '=', id).where('leaseBy', '=', leaseBy).execute(),
    async end(db, id, leaseBy, set) {
      const ended = await held(db, id, leaseBy)
        .set((eb) => ({ ...set, leaseBy: '', updateTime: Date.now(), version: eb('version', '+', 1) }))
        .executeTakeFirst();
      return Number(ended.numUpdatedRows) === 1;
    },
    async retry(tx, id) {
      const done = await tx
        .updateTable(name)
        .set((eb) => ({
          state: 'queued',
          message: '',
          attempts: 0,
          leaseUntil: 0,
          leaseBy: '',
          updateTime: Date.now(),
          version: eb('version', '+', 1),
        }))
        .where('id', '=', id)
        .where('state', '=', 'failed')
        .where('delFlag', '=', '0')
        .executeTakeFirst();
      return Number(done.numUpdatedRows) === 1;
    },
  };
}

export const trackLeases = leasesOf('media');
export const masterLeases = leasesOf('masterTrack');
