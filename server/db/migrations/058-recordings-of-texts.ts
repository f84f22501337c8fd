import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The chapters inside a recording, and the work whose text a recording reads. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend, index } = tables(db, engine);
  await extend('media', { chapters: '=[]' });
  await extend('publication', { textWorkId: 'number?' });
  await index('publicationTextWork', 'publication', ['textWorkId']);
}
