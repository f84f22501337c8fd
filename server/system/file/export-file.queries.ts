import type { Database, Tx } from '../../db/database.ts';
import type { ExportFileTable } from '../../db/tables/own-list-tables.ts';
import { requestTrace } from '../../db/request-trace.ts';

/** Exports that one list shows. */
const SHOWN = 100;

export const exportsOf = (db: Database | Tx, userId: number) =>
  db.selectFrom('exportFile').selectAll().where('userId', '=', userId).orderBy('id', 'desc').limit(SHOWN).execute();

export const exportOf = (db: Database | Tx, userId: number, id: number) =>
  db.selectFrom('exportFile').selectAll().where('userId', '=', userId).where('id', '=', id).executeTakeFirst();

export const openExportsOf = (tx: Tx, userId: number) =>
  tx.selectFrom('exportFile').select(['path', 'asked']).where('userId', '=', userId).where('state', 'in', ['queued', 'running']).execute();

export const insertExport = (tx: Tx, row: Pick<ExportFileTable, 'userId' | 'path' | 'name' | 'asked'>) =>
  tx
    .insertInto('exportFile')
    .values({ requestId: requestTrace(), ...row, createTime: Date.now() })
    .execute();

/** The oldest export that waits, or whose server has stopped. */
export const dueExport = (db: Database, now: number) =>
  db
    .selectFrom('exportFile')
    .selectAll()
    .where('state', 'in', ['queued', 'running'])
    .where('leaseUntil', '<', now)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
export type ExportRow = NonNullable<Awaited<ReturnType<typeof dueExport>>>;

interface Change {
  readonly state?: ExportRow['state'];
  readonly rows?: number;
  readonly bytes?: number;
  readonly fileKey?: string;
  readonly reason?: string;
  readonly attempts?: number;
  readonly leaseUntil?: number;
  readonly expiresAt?: number;
}

/** Changes an export of the holder of its lease; returns false when it was removed, or taken by another server. */
export const changeExport = async (db: Database | Tx, row: Pick<ExportRow, 'id' | 'leaseUntil'>, change: Change): Promise<boolean> =>
  Number(
    (await db.updateTable('exportFile').set(change).where('id', '=', row.id).where('leaseUntil', '=', row.leaseUntil).executeTakeFirst())
      .numUpdatedRows,
  ) === 1;

export const removeExportRows = (db: Database, ids: readonly number[]) => db.deleteFrom('exportFile').where('id', 'in', ids).execute();

export const ownAmong = (db: Database, userId: number, ids: readonly number[]) =>
  db.selectFrom('exportFile').select(['id', 'fileKey']).where('userId', '=', userId).where('id', 'in', ids).execute();

export const expiredExports = (db: Database, now: number, most: number) =>
  db.selectFrom('exportFile').select(['id', 'fileKey']).where('expiresAt', '<', now).limit(most).execute();

/** Those of the keys that belong to an export. */
export const exportKeysAmong = async (db: Database, keys: readonly string[]): Promise<string[]> =>
  (await db.selectFrom('exportFile').select('fileKey').where('fileKey', 'in', keys).execute()).map((row) => row.fileKey);
