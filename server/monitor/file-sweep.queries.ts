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
const UPLOAD = /\/profile\/upload\/\d{4}\/\d\d\/\d\d\/[\w.-]+/g;
/** Objects name files by keys such as `fileId`, `coverFileId` and `fileIds`; answers by `photos`, `recording` and `files`. */
const FILE_ID = /"(?:(?:\w+F|f)ileIds?|photos|recording|files)":(?:(\d+)|\[([\d,\s]*))/g;
/** What a text that shows a picture or names a file contains. */
const PATTERNS = ['%/covers/%', '%/avatars/%', '%/profile/upload/%', '%ileId%":%', '%"photos":[%'];
/** Columns of numbers that name an uploaded file. */
const FILE_COLUMN = /(?:^|_)file_id$/;

export interface ShownFiles {
  /** Keys of pictures. */
  readonly pictures: ReadonlySet<string>;
  /** Wire names of uploaded files. */
  readonly uploads: ReadonlySet<string>;
  /** Ids of uploaded files. An id of another kind of file keeps one more. */
  readonly uploadIds: ReadonlySet<number>;
}

/**
 * Returns all pictures and uploaded files that any row shows or names: in a column, in an article, in an object. A file's own row does not
 * count. The columns are read from the database schema, so that later ones are included; each table is read by one statement.
 */
export async function filesShown(db: Database): Promise<ShownFiles> {
  const [pictures, uploads, uploadIds] = [new Set<string>(), new Set<string>(), new Set<number>()];
  const read = (words: string): void => {
    for (const [, key = ''] of words.matchAll(PICTURE)) pictures.add(key);
    for (const [name] of words.matchAll(UPLOAD)) uploads.add(name);
    for (const [, one = '', many = ''] of words.matchAll(FILE_ID))
      for (const id of `${one},${many}`.split(',')) if (id.trim() !== '') uploadIds.add(Number(id));
  };
  const plain = db.withoutPlugins();
  for (const { name: table, columns } of await db.introspection.getTables()) {
    const texts = columns.filter(({ dataType }) => /text|char/i.test(dataType)).map(({ name }) => sql.ref<string>(name));
    const matches = texts.map(
      (text) =>
        sql<boolean>`(${sql.join(
          PATTERNS.map((pattern) => sql`${text} like ${pattern}`),
          sql` or `,
        )})`,
    );
    if (texts.length > 0 && !WITHOUT_PICTURES.has(table)) {
      const found = texts.map((text, at) => sql`case when ${matches[at]} then ${text} end as ${sql.ref(`found${at}`)}`);
      const { rows } = await sql<
        Record<string, string | null>
      >`select ${sql.join(found)} from ${sql.table(table)} where ${sql.join(matches, sql` or `)}`.execute(plain);
      for (const row of rows) for (const words of Object.values(row)) if (words !== null) read(words);
      await setImmediate();
    }
    for (const { name } of columns) {
      if (!FILE_COLUMN.test(name)) continue;
      const column = sql.ref<number>(name);
      const { rows } = await sql<{ id: number }>`select distinct ${column} as id from ${sql.table(table)} where ${column} is not null`.execute(plain);
      for (const { id } of rows) uploadIds.add(Number(id));
      await setImmediate();
    }
  }
  return { pictures, uploads, uploadIds };
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
