import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Hot words are those that several different visitors have searched. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend } = tables(db, engine);
  await extend('searchWord', { visitors: 'zero' });
}
