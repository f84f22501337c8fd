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
  /** When the operators were warned that it failed or that no other followed. */
  warnedAt: number | null;
}

/** A server of the installation, which writes its row again and again while it runs. */
export interface ServerBeatTable {
  /** Host name and process id. */
  name: string;
  role: string;
  /** Version of the program. */
  release: string;
  startedAt: number;
  seenAt: number;
  /** JSON: what it says of itself. */
  state: string;
}

/** Tables that arrived in a database to which rows are moved; it exists only until the move has ended. */
export interface MoveProgressTable {
  tableName: string;
  rowCount: number;
  checksum: string;
  endedAt: number;
}
