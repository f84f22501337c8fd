import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type Database } from '../db/database.ts';
import { DATABASE_FILE, type BackupManifest } from './backup-manifest.ts';
import type { Installation } from './installation.ts';

export interface Attempt {
  readonly place: string;
  readonly encrypted: boolean;
  readonly startedAt: number;
}

/** The database may be locked for this time by a server; a backup does not fail because its record could not be written. */
const RECORD_MS = 10_000;

/** Makes a backup and keeps its result in the table of runs, also when it fails. */
export async function recordRun(installation: Installation, attempt: Attempt, work: () => Promise<BackupManifest>): Promise<BackupManifest> {
  const id = await recorded(installation, async (db) => {
    const { encrypted, ...rest } = attempt;
    const row = { ...rest, encrypted: encrypted ? ('1' as const) : ('0' as const), state: 'running' as const, endedAt: null, warnedAt: null };
    return (await db.insertInto('backupRun').values(row).returning('id').executeTakeFirstOrThrow()).id;
  });
  const end = (values: { state: 'done' | 'failed'; reason?: string; rowCount?: number; fileCount?: number; bytes?: number }) =>
    recorded(installation, async (db) => {
      if (id === null) return;
      await db
        .updateTable('backupRun')
        .set({ ...values, endedAt: Date.now() })
        .where('id', '=', id)
        .execute();
    });
  try {
    const manifest = await work();
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    await end({ state: 'done', rowCount: manifest.rows, fileCount: manifest.files.length, bytes });
    return manifest;
  } catch (error) {
    await end({ state: 'failed', reason: (error as Error).message.slice(0, 500) });
    throw error;
  }
}

/** Null when the database cannot be written: it is of an older version or too busy. */
async function recorded<T>({ dataDir, databaseUrl }: Installation, work: (db: Database) => Promise<T>): Promise<T | null> {
  if (databaseUrl === null && !existsSync(join(dataDir, DATABASE_FILE))) return null;
  const db = openDatabase({ dataDir, databaseUrl, dbTimeoutMs: RECORD_MS });
  try {
    return await work(db);
  } catch {
    return null;
  } finally {
    await db.destroy();
  }
}
