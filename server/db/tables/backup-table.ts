import type { Generated } from 'kysely';

/** A backup that was tried. */
export interface BackupRunTable {
  id: Generated<number>;
  /** The folder or the object store prefix of this backup. */
  place: string;
  encrypted: Generated<'0' | '1'>;
  state: 'running' | 'done' | 'failed';
  /** Epoch milliseconds. */
  startedAt: number;
  endedAt: number | null;
  rowCount: Generated<number>;
  fileCount: Generated<number>;
  bytes: Generated<number>;
  /** Why it failed. */
  reason: Generated<string>;
}

declare module '../tables.ts' {
  interface Tables {
    backupRun: BackupRunTable;
  }
}
