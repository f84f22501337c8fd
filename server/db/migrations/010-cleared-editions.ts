import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The time at which the files of an edition were released. Its row stays because reading positions and downloads refer to it. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend, index } = tables(db, engine);
  await extend('edition', { clearedAt: 'number?' });
  await index('readingProgressEdition', 'readingProgress', ['editionId']);
}
