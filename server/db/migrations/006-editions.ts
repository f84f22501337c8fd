import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The preparation version that created an edition: books of an older version are rebuilt. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend, index } = tables(db, engine);
  await extend('edition', { preparedWith: 'zero' });
  await index('editionPreparedWith', 'edition', ['preparedWith']);
}
