import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Which preparation made an edition: books made by an older one are made again. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend, index } = tables(db, engine);
  await extend('edition', { preparedWith: 'zero' });
  await index('editionPreparedWith', 'edition', ['preparedWith']);
}
