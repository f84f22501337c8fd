import type { Database } from '../db/database.ts';
import { MissingFile } from '../files/file-store.ts';
import { BackupError } from './backup-manifest.ts';
import { fingerprint, writeHashed } from './hashed-copy.ts';
import type { Place } from './place/place.ts';
import { endLoad, type LoadedTable, loadRows } from './rows/load-rows.ts';
import { countRows, type Snapshot } from './rows/snapshot.ts';
import type { SourceFiles } from './source-files.ts';

/** Files that are moved at once: most of the time of a small one is spent waiting for the store. */
const AT_ONCE = 8;

export interface Moved {
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  readonly bytes: number;
}

/**
 * Loads all rows of a snapshot into an empty database, then reads both sides again and compares number and checksum of every table. An
 * interrupted move continues when it is called again. Throws `BackupError`; the target cannot be started until the move has ended.
 */
export async function moveDatabase(
  source: Snapshot,
  db: Database,
  readTarget: () => Promise<Snapshot>,
  now: number,
  onTable: (table: LoadedTable) => void,
): Promise<Pick<Moved, 'tables' | 'rows'>> {
  const loaded = await loadRows(db, source, now, onTable);
  const target = await readTarget();
  let rows = 0;
  try {
    for (const table of source.tables) {
      const [wanted, found] = [await countRows(source, table), await countRows(target, table)];
      if (wanted.rows !== found.rows || wanted.checksum !== found.checksum)
        throw new BackupError(
          `表 ${table.name} 搬迁后与原来不同（原${wanted.rows}行，现${found.rows}行）：源数据库在搬迁时有改动，请停止服务器，清空目标后重来`,
        );
      rows += found.rows;
    }
  } finally {
    await target.close();
  }
  await endLoad(db);
  return { tables: loaded.length, rows };
}

/**
 * Copies the files of the store, `nameOf` gives the name in the target, null for a file that stays where it is. A file that is there with
 * the same checksum is not written again. Every file is read back.
 */
export async function moveFiles(
  source: SourceFiles,
  target: Place,
  nameOf: (path: string) => string | null,
): Promise<Pick<Moved, 'files' | 'bytes'>> {
  let [files, bytes] = [0, 0];
  const moveOne = async (path: string, name: string): Promise<void> => {
    const wanted = await fingerprint(source, path);
    const same = async (): Promise<boolean> => {
      const found = await fingerprint(target, name).catch((error: unknown) => {
        if (error instanceof MissingFile) return null;
        throw error;
      });
      return found?.sha256 === wanted.sha256 && found.bytes === wanted.bytes;
    };
    if (!(await same())) {
      await writeHashed(target, name, await source.read(path));
      if (!(await same())) throw new BackupError(`${path} 写到 ${target.label} 后与原文件不同，请检查那里的存储，再次运行会接着做`);
    }
    files += 1;
    bytes += wanted.bytes;
  };
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const { path } of source.list()) {
    const name = nameOf(path);
    if (name === null) continue;
    const one = moveOne(path, name)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(one));
    running.add(one);
    if (running.size >= AT_ONCE) await Promise.race(running);
    if (failures.length > 0) break;
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
  return { files, bytes };
}
