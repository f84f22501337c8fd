import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** When the files of an edition were let go; its row stays, since places and downloads name it. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend, index } = tables(db, engine);
  await extend('edition', { clearedAt: 'number?' });
  await index('readingProgressEdition', 'readingProgress', ['editionId']);
}
