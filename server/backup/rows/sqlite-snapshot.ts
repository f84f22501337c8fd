import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { isCarried, ROWS_AT_ONCE, type Row, type Snapshot, type TableShape, type Value } from './snapshot.ts';

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A database file as it is now: one read transaction until `close`. */
export function sqliteSnapshot(path: string): Snapshot {
  const db = new DatabaseSync(path, { readOnly: true });
  db.exec('pragma busy_timeout=60000; begin');
  const tables = tablesOf(db);
  const { name: migration } = db.prepare('select name from kysely_migration order by name desc limit 1').get() as { name: string };
  const identities = Object.fromEntries(
    (db.prepare('select name, seq from sqlite_sequence').all() as { name: string; seq: number }[])
      .filter(({ name }) => tables.some((table) => table.name === name))
      .map(({ name, seq }) => [name, seq]),
  );
  return {
    migration,
    tables,
    identities,
    async *rows({ name, columns }) {
      const statement = db.prepare(`select ${columns.map(quoted).join(', ')} from ${quoted(name)}`);
      let some: Row[] = [];
      for (const row of statement.iterate()) {
        some.push(columns.map((column) => row[column] as Value));
        if (some.length < ROWS_AT_ONCE) continue;
        yield some;
        some = [];
        await setImmediate();
      }
      if (some.length > 0) yield some;
    },
    close: async () => db.close(),
  };
}

function tablesOf(db: DatabaseSync): TableShape[] {
  const all = db.prepare("select name, sql from sqlite_master where type = 'table' order by name").all() as { name: string; sql: string | null }[];
  const virtual = all.filter(({ sql }) => /^create virtual/i.test(sql ?? '')).map(({ name }) => name);
  // The tables of a word index have its name and a suffix.
  const ofWords = (name: string): boolean => virtual.some((one) => name === one || name.startsWith(`${one}_`));
  return all
    .filter(({ name }) => isCarried(name) && !ofWords(name))
    .map(({ name }) => {
      const columns = (db.prepare(`pragma table_info(${quoted(name)})`).all() as { name: string }[]).map((column) => column.name);
      return { name, columns: columns.toSorted() };
    });
}
