import { DAY_MS } from '../../contract/clock.ts';
import { foldersInUse, foldersKnown, releaseEditions, sourcesInUse } from '../catalog/edition-sweep.service.ts';
import type { Listed } from '../files/file-store.ts';
import type { AppContext } from '../context.ts';
import { releaseTracks, streamsInUse, tracksInUse, tracksKnown } from '../media/media-sweep.service.ts';
import { mailFilesAmong } from '../mail/mail-retry.ts';
import { exportsInUse } from '../system/file/export-file.service.ts';
import { fileNamesAmong, filesShown, picturesNamed, removeFileRows, type ShownFiles, uploadsBefore } from './file-sweep.queries.ts';

/** A file is written before its row. Files newer than this are not removed. */
const FRESH_MS = DAY_MS;

/** Returns the keys that a database row references. */
type InUse = (context: AppContext, keys: readonly string[]) => Promise<readonly string[]>;

const uploadsInUse: InUse = async (context, keys) =>
  (
    await fileNamesAmong(
      context.db,
      keys.map((key) => `/${key}`),
    )
  ).map((name) => name.slice(1));
const temporaryInUse: InUse = async (context, keys) =>
  (
    await fileNamesAmong(
      context.db,
      keys.map((key) => key.slice('temporary/'.length)),
    )
  ).map((name) => `temporary/${name}`);

/** Pictures that a row references. The smaller file of a picture stored in two sizes is referenced by no row. */
function picturesInUse(shown: ReadonlySet<string>): InUse {
  const nameOf = (key: string): string => key.replace(/-240\.webp$/, '.webp');
  return async ({ db }, keys) => {
    const named = new Set(await picturesNamed(db, keys.map(nameOf)));
    return keys.filter((key) => shown.has(nameOf(key)) || named.has(nameOf(key)));
  };
}

/** All prefixes under which the server stores files. Files outside these prefixes are not examined. */
function places(shown: ShownFiles): readonly (readonly [prefix: string, inUse: InUse])[] {
  const pictures = picturesInUse(shown.pictures);
  return [
    ['books', foldersInUse],
    ['sources', sourcesInUse],
    ['media', tracksInUse],
    ['streams', streamsInUse],
    ['covers', pictures],
    ['avatars', pictures],
    ['profile/upload', uploadsInUse],
    ['temporary', temporaryInUse],
    ['exports', exportsInUse],
    ['reports', (context, keys) => mailFilesAmong(context.db, keys)],
  ];
}

export interface Swept {
  /** Number of editions whose files were removed. */
  readonly editions: number;
  readonly tracks: number;
  readonly files: number;
  readonly bytes: number;
}

/**
 * Removes unused files from the store. First, rows that were superseded or permanently deleted more than `days` days ago
 * release their files. Then every file without a row is removed if it is a day old. A stop at any point leaves files for the next run.
 */
export async function sweepFiles(context: AppContext, days: number): Promise<Swept> {
  await rejectStrange(context);
  const now = Date.now();
  const editions = await releaseEditions(context, now - days * DAY_MS);
  const tracks = await releaseTracks(context, now - days * DAY_MS);
  // Read after the release: a released row shows nothing any more.
  const shown = await filesShown(context.db);
  await forgetUnusedUploads(context, shown, now);
  const sum = { files: 0, bytes: 0 };
  for (const [prefix, inUse] of places(shown)) {
    for await (const some of entries(context, prefix)) {
      const used = new Set(
        await inUse(
          context,
          some.map(({ key }) => key),
        ),
      );
      for (const entry of some.filter(({ key }) => !used.has(key))) {
        const found = await context.files.weigh(entry.key);
        // Check again now: a row may have been added since the list was read.
        if (!found || found.writtenAt > now - FRESH_MS || (await inUse(context, [entry.key])).length > 0) continue;
        await (entry.folder ? context.files.removeAll(entry.key) : context.files.remove(entry.key));
        sum.files += found.files;
        sum.bytes += found.bytes;
      }
    }
  }
  return { editions, tracks, ...sum };
}

/** An upload that no row references may still be used by an unsaved form that is open in a browser. */
const UNUSED_MS = 30 * DAY_MS;
const ROWS_AT_ONCE = 500;

/** Deletes rows of uploads that were never used or are no longer used. Their files are removed later with the other files without a row. */
async function forgetUnusedUploads(context: AppContext, { uploads, uploadIds }: ShownFiles, now: number): Promise<void> {
  for (let after = 0; ; ) {
    const some = await uploadsBefore(context.db, now - UNUSED_MS, after, ROWS_AT_ONCE);
    const unused = some.filter((row) => !uploads.has(row.fileName) && !uploadIds.has(row.id)).map((row) => row.id);
    if (unused.length > 0) await removeFileRows(context.db, unused);
    if (some.length < ROWS_AT_ONCE) return;
    after = some.at(-1)?.id ?? after;
  }
}

/** Up to this many folders without a row count as an accident. */
const STRAYS = 20;

/** Throws when most stored files have no row: the store then belongs to another installation, or the database is from another date. */
async function rejectStrange(context: AppContext): Promise<void> {
  for (const [prefix, known] of [
    ['books', foldersKnown],
    ['media', tracksKnown],
  ] as const) {
    let [named, strange] = [0, 0];
    for await (const some of context.files.list(prefix)) {
      const found = (
        await known(
          context,
          some.map(({ key }) => key),
        )
      ).length;
      named += found;
      strange += some.length - found;
    }
    if (strange > STRAYS && strange > named)
      throw new Error(`存储中“${prefix}”下有${strange}项没有记录，多于有记录的${named}项，像是连错了数据库或存储；没有删除任何文件，请检查后再执行`);
  }
}

/** Lists the entries below a prefix. Uploads are in folders by year, month and day. */
async function* entries(context: AppContext, prefix: string): AsyncGenerator<readonly Listed[]> {
  for await (const some of context.files.list(prefix)) {
    if (!/^profile\/upload(\/\d+){0,2}$/.test(prefix)) yield some;
    else {
      for (const { key, folder } of some) if (folder) yield* entries(context, key);
      const files = some.filter(({ folder }) => !folder);
      if (files.length > 0) yield files;
    }
  }
}
