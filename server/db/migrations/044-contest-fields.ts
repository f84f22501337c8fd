import { sql, type Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Custom fields of the entries of one contest. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend, uniqueLive } = tables(db, engine);
  await extend('programField', { contestId: 'zero', identifying: '=0' });
  await sql`drop index program_field_once`.execute(db);
  await uniqueLive('program_field_once', 'program_field', 'entity_type, contest_id, field_key');
  await extend('contestSubmit', { ext: '={}' });
}
