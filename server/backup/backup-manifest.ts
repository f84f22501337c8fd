import { z } from 'zod';

export const MANIFEST = 'backup.json';
export const DATABASE_FILE = 'shuzhou.db';
/** Where the rows of PostgreSQL are in a backup, one file for each table. */
export const ROWS_FOLDER = 'database';
/** Folders and single files of the data directory that belong to a backup; work in progress of jobs is made again from the uploads. */
export const BACKED_UP_FOLDERS = ['files', 'uploads'] as const;
export const KEY_FILE = 'secret';
export const BACKED_UP_FILES = [KEY_FILE, 'demo-password'] as const;

/** `path` is relative to the backup, with `/`; `bytes` is the size and `sha256` the hexadecimal checksum before encryption. */
const backedUpFile = z.object({
  path: z.string().regex(/^(?!.*(?:^|\/)\.\.(?:\/|$))[^/\0][^\0]*$/),
  bytes: z.number().int().min(0),
  sha256: z.string(),
});
export type BackedUpFile = z.infer<typeof backedUpFile>;

const countedTable = z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number().int(), checksum: z.string() });

/** What a backup contains. Format 1 had no engine and always the embedded database and the key. */
export const backupManifest = z.object({
  format: z.union([z.literal(1), z.literal(2)]),
  /** Epoch milliseconds. */
  madeAt: z.number(),
  engine: z.enum(['sqlite', 'postgres']).default('sqlite'),
  /** Name of the last migration in the database. */
  migration: z.string(),
  tables: z.number().int(),
  rows: z.number().int(),
  /** Of a backup of PostgreSQL: its tables, and the last number that each identity column gave. */
  rowFiles: z.array(countedTable).default([]),
  identities: z.record(z.string(), z.number()).default({}),
  /** SHA-256 of the key file, so that a backup without it is only restored beside the right one. */
  keyHash: z.string().nullable().default(null),
  files: z.array(backedUpFile),
});
export type BackupManifest = z.infer<typeof backupManifest>;

/** The file `backup.json` of an encrypted backup: the parameters of scrypt, and the encrypted manifest in base64. */
export const sealedManifest = z.object({
  format: z.literal(2),
  madeAt: z.number(),
  encryption: z.object({ kdf: z.literal('scrypt'), salt: z.string(), cost: z.number().int(), cipher: z.literal('aes-256-gcm') }),
  sealed: z.string(),
});

/** Reports in one Chinese line why a backup, a restore or a move is not possible. */
export class BackupError extends Error {}
