import { sql, type Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

const PASSAGE = { chapterTitle: '', text: '', before: '', after: '' };
/** Texts that a reader's devices write into each table, and their values after a delete. */
const TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  annotation: { ...PASSAGE, note: '', twins: '[]' },
  word: { ...PASSAGE, sentence: '', meaning: '' },
  readingDay: { finished: '[]' },
  readingSetting: { look: '{}' },
  erratum: { ...PASSAGE, wrong: '' },
};
/** Bytes counted for the other columns of a row. */
const ROW_BYTES = 200;

/** The stored bytes of each user are updated with every write; existing data is counted once here. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  await tables(db, engine).extend('syncCounter', { bytes: 'zero' });
  const counter = sql.table('syncCounter');
  for (const [table, emptied] of Object.entries(TEXTS)) {
    await (db as unknown as Kysely<Record<string, Record<string, string>>>).updateTable(table).set(emptied).where('deleted', '=', '1').execute();
    const place = 'text' in emptied ? ['cfi'] : [];
    const lengths = sql.join(
      ['device', 'heard', ...place, ...Object.keys(emptied)].map((text) => sql`octet_length(${sql.ref(text)})`),
      sql` + `,
    );
    await sql`update ${counter} set bytes = bytes + (
      select coalesce(sum(${sql.lit(ROW_BYTES)} + ${lengths}), 0) from ${sql.table(table)} as told where told.user_id = ${counter}.user_id)`.execute(
      db,
    );
  }
}
