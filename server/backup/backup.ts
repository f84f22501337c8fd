import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { backup as onlineBackup, DatabaseSync } from 'node:sqlite';
import { MissingFile } from '../files/file-store.ts';
import { BackupError, DATABASE_FILE, ROWS_FOLDER, type BackedUpFile, type BackupManifest } from './backup-manifest.ts';
import { fingerprint, writeHashed } from './hashed-copy.ts';
import { type BackupKey, newKey, openBackup, writeManifest } from './manifest-file.ts';
import { below, type Place } from './place/place.ts';
import { sealedPlace } from './place/sealed-place.ts';
import { postgresSnapshot } from './rows/postgres-snapshot.ts';
import { readRowFile, rowFile } from './rows/row-file.format.ts';
import { RowCount } from './rows/snapshot.ts';
import { checkDatabase } from './sqlite-file.ts';
import type { SourceFile, SourceFiles } from './source-files.ts';

/** One step for all pages: it reads one snapshot, and writers of other processes cannot make it start over. */
const ALL_PAGES = 2 ** 31 - 1;

export interface BackupSource {
  /** The embedded database file, or the address of PostgreSQL. */
  readonly database: { readonly file: string } | { readonly url: string };
  readonly files: SourceFiles;
  /** SHA-256 of the key file; null when there is none. */
  readonly keyHash: string | null;
}

export interface BackupTarget {
  /** Holds this backup, and may hold others. */
  readonly place: Place;
  /** Folder of this backup in the place; `''`: the place itself. */
  readonly folder: string;
  /** Folder of the backup before, whose unchanged files are not written again. */
  readonly previous: string | null;
  readonly passphrase: string | null;
  /** A local folder with room for the embedded database; its copy is removed from it. */
  readonly scratch: string;
}

/**
 * Copies the database and the files of an installation while servers may be running, reads everything back, and opens the copy. Files are
 * copied before and after the snapshot of the database: the first pass has those that a later deletion removes, the second those that rows
 * of the snapshot added meanwhile. The manifest is written last: without it the backup counts as incomplete. Throws `BackupError`.
 */
export async function backUp(source: BackupSource, target: BackupTarget, now: number): Promise<BackupManifest> {
  const raw = below(target.place, target.folder);
  const previous = await openPrevious(target);
  const key = previous?.key ?? (target.passphrase === null ? null : await newKey(target.passphrase));
  const place = key ? sealedPlace(raw, key.key) : raw;
  const copy = new FileCopy(source.files, place, target, previous && sameKey(previous.key, key) ? previous.manifest : null);

  await copy.pass();
  const database =
    'file' in source.database ? await copyFile(source.database.file, place, target.scratch) : await copyRows(source.database.url, place);
  await copy.pass();

  const files = copy.copied();
  for (const file of [...database.files, ...files]) {
    const found = await fingerprint(place, file.path).catch((error: Error) => {
      throw new BackupError(`${file.path} 复制后读不出来：${error.message}`);
    });
    if (found.bytes !== file.bytes || found.sha256 !== file.sha256) throw new BackupError(`${file.path} 复制后与原文件不同，请检查备份所在的磁盘`);
  }
  const manifest: BackupManifest = { format: 2, madeAt: now, ...database, keyHash: source.keyHash, files: [...database.files, ...files] };
  await writeManifest(raw, manifest, key);
  return manifest;
}

type CopiedDatabase = Pick<BackupManifest, 'engine' | 'migration' | 'tables' | 'rows' | 'rowFiles' | 'identities' | 'files'>;

/** Copies the embedded database by its online backup, through a local file that is opened and checked. */
async function copyFile(path: string, place: Place, scratch: string): Promise<CopiedDatabase> {
  const folder = await mkdtemp(join(scratch, '.backup-'));
  const local = join(folder, DATABASE_FILE);
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      db.exec('pragma busy_timeout=60000');
      await onlineBackup(db, local, { rate: ALL_PAGES });
    } finally {
      db.close();
    }
    const counts = checkDatabase(local);
    const file = await writeHashed(place, DATABASE_FILE, createReadStream(local));
    return { engine: 'sqlite', ...counts, rowFiles: [], identities: {}, files: [file] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Writes the rows of one snapshot of PostgreSQL, a file for each table, and reads them back. */
async function copyRows(url: string, place: Place): Promise<CopiedDatabase> {
  const snapshot = await postgresSnapshot(url);
  try {
    const rowFiles: BackupManifest['rowFiles'] = [];
    const files: BackedUpFile[] = [];
    for (const table of snapshot.tables) {
      const path = rowPath(table.name);
      const count = new RowCount();
      files.push(await writeHashed(place, path, rowFile(snapshot, table, count)));
      const again = new RowCount();
      for await (const some of readRowFile(await place.read(path))) for (const row of some) again.add(row);
      const written = count.result();
      if (again.result().checksum !== written.checksum) throw new BackupError(`表 ${table.name} 写下后与原来不同，请检查备份所在的磁盘`);
      rowFiles.push({ name: table.name, columns: [...table.columns], ...written });
    }
    const rows = rowFiles.reduce((sum, table) => sum + table.rows, 0);
    const { migration, identities } = snapshot;
    return { engine: 'postgres', migration, tables: rowFiles.length, rows, rowFiles, identities: { ...identities }, files };
  } finally {
    await snapshot.close();
  }
}

export const rowPath = (table: string): string => `${ROWS_FOLDER}/${table}.ndjson.gz`;
export const hashOfKey = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const openPrevious = ({ place, previous, passphrase }: BackupTarget) =>
  previous === null ? null : openBackup(below(place, previous), passphrase).catch(() => null);

const sameKey = (one: BackupKey | null, other: BackupKey | null): boolean =>
  one === other || (one !== null && other !== null && one.key.equals(other.key));

/** Copies files that are not copied yet or that changed since. A file that is deleted meanwhile is left out. */
class FileCopy {
  readonly #copied = new Map<string, BackedUpFile & { state: string }>();
  readonly #source: SourceFiles;
  readonly #place: Place;
  readonly #target: BackupTarget;
  readonly #before: ReadonlyMap<string, BackedUpFile>;

  constructor(source: SourceFiles, place: Place, target: BackupTarget, previous: BackupManifest | null) {
    this.#source = source;
    this.#place = place;
    this.#target = target;
    this.#before = new Map((previous?.files ?? []).map((file) => [file.path, file]));
  }

  copied(): BackedUpFile[] {
    return [...this.#copied.values()].map(({ path, bytes, sha256 }) => ({ path, bytes, sha256 }));
  }

  async pass(): Promise<void> {
    for await (const file of this.#source.list()) {
      const before = this.#copied.get(file.path);
      if (before && before.bytes === file.bytes && before.state === file.state) continue;
      try {
        this.#copied.set(file.path, { ...(await this.#copy(file)), state: file.state });
      } catch (error) {
        if (!(error instanceof MissingFile)) throw error;
      }
    }
  }

  /** An unchanged file is copied inside the place, which costs no room on a disk; it is unchanged when its checksum is. */
  async #copy({ path, bytes }: SourceFile): Promise<BackedUpFile> {
    const before = this.#before.get(path);
    if (before && before.bytes === bytes) {
      const found = await fingerprint(this.#source, path);
      const { place, folder, previous } = this.#target;
      if (found.sha256 === before.sha256 && (await place.copy(`${previous}/${path}`, [folder, path].filter(Boolean).join('/')))) return before;
    }
    return writeHashed(this.#place, path, await this.#source.read(path));
  }
}
