import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** A note of a teacher may have a recording. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend } = tables(db, engine);
  await extend('classNote', { audioFileId: 'number?' });
}
