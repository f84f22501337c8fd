import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The works that the publisher made with an author, and whether the author is active. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend } = tables(db, engine);
  await extend('author', { publishIds: '=[]', status: '=0' });
}
