import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database } from '../db/database.ts';

/** Tables whose texts show no uploaded picture: books and annotations, logs, and large or temporary data. */
const WITHOUT_PICTURES: ReadonlySet<string> = new Set(
  (
    'book_text edition_file chapter annotation word erratum reading_day reading_setting reading_progress ' +
    'oper_log login_log job_log flow_log session cache_entry search_word download score file'
  ).split(' '),
);
const PICTURE = /\/((?:covers|avatars)\/[\w-]+\.webp)/g;

/**
 * Returns the keys of all pictures that any row shows: in a column, in an article, in a settings object. The columns are
 * read from the database schema, so that later columns are included.
 */
export async function picturesShown(db: Database): Promise<ReadonlySet<string>> {
  const shown = new Set<string>();
  for (const pattern of ['%/covers/%', '%/avatars/%'])
    await eachText(db, pattern, (words) => {
      for (const [, key = ''] of words.matchAll(PICTURE)) shown.add(key);
    });
  return shown;
}

/** Reads every text of every table that matches `pattern`. The columns are read from the database schema, so that later ones are included. */
async function eachText(db: Database, pattern: string, read: (words: string) => void): Promise<void> {
  const plain = db.withoutPlugins();
  for (const { name: table, columns } of await db.introspection.getTables()) {
    if (WITHOUT_PICTURES.has(table)) continue;
    for (const { name, dataType } of columns) {
      if (!/text|char/i.test(dataType)) continue;
      const column = sql.ref<string>(name);
      const { rows } = await sql<{ words: string }>`select ${column} as words from ${sql.table(table)} where ${column} like ${pattern}`.execute(
        plain,
      );
      for (const { words } of rows) read(words);
      await setImmediate();
    }
  }
}

const UPLOAD = /\/profile\/upload\/\d{4}\/\d\d\/\d\d\/[\w.-]+/g;

/** Returns the wire names of all uploaded files that any row other than their own shows, in a column, an article or an object. */
export async function uploadsShown(db: Database): Promise<ReadonlySet<string>> {
  const shown = new Set<string>();
  await eachText(db, '%/profile/upload/%', (words) => {
    for (const [name] of words.matchAll(UPLOAD)) shown.add(name);
  });
  return shown;
}

/** Objects name files by keys such as `fileId`, `coverFileId` and `fileIds`; answers by `photos`, `recording` and `files`. */
const FILE_ID = /"(?:(?:\w+F|f)ileIds?|photos|recording|files)":(?:(\d+)|\[([\d,\s]*))/g;
const NAMED = ['%ileId%":%', '%"photos":[%'];
/** Columns of numbers that name an uploaded file. */
const FILE_COLUMN = /(?:^|_)file_id$/;

/** Returns the ids of all uploaded files that any row names: in a column of its own, or in an object. An id of another kind of file keeps one more. */
export async function uploadIdsShown(db: Database): Promise<ReadonlySet<number>> {
  const shown = new Set<number>();
  for (const pattern of NAMED)
    await eachText(db, pattern, (words) => {
      for (const [, one = '', many = ''] of words.matchAll(FILE_ID))
        for (const id of `${one},${many}`.split(',')) if (id.trim() !== '') shown.add(Number(id));
    });
  const plain = db.withoutPlugins();
  for (const { name: table, columns } of await db.introspection.getTables())
    for (const { name } of columns) {
      if (!FILE_COLUMN.test(name)) continue;
      const column = sql.ref<number>(name);
      const { rows } = await sql<{ id: number }>`select distinct ${column} as id from ${sql.table(table)} where ${column} is not null`.execute(plain);
      for (const { id } of rows) shown.add(Number(id));
      await setImmediate();
    }
  return shown;
}

/** Returns uploaded files created before `time`, one batch after the row `after`. */
export const uploadsBefore = (db: Database, time: number, after: number, atOnce: number) =>
  db
    .selectFrom('file')
    .select(['id', 'fileName'])
    .where('isTemporary', '=', '0')
    .where('createTime', '<', time)
    .where('id', '>', after)
    .orderBy('id')
    .limit(atOnce)
    .execute();

export const removeFileRows = (db: Database, ids: readonly number[]) => db.deleteFrom('file').where('id', 'in', ids).execute();

/** Returns which of these picture keys a work, a track or a user has now. */
export async function picturesNamed(db: Database, keys: readonly string[]): Promise<string[]> {
  const urls = keys.map((key) => `/${key}`);
  const works = await db.selectFrom('publication').select('coverUrl as url').where('coverUrl', 'in', urls).execute();
  const tracks = await db.selectFrom('media').select('posterUrl as url').where('posterUrl', 'in', urls).execute();
  const people = await db.selectFrom('user').select('avatar as url').where('avatar', 'in', urls).execute();
  return [...works, ...tracks, ...people].map(({ url }) => url.slice(1));
}

/** Returns which of these uploaded file names have a row. */
export const fileNamesAmong = async (db: Database, names: readonly string[]): Promise<string[]> =>
  (await db.selectFrom('file').select('fileName').where('fileName', 'in', names).execute()).map((row) => row.fileName);
