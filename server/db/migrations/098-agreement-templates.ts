import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The template of an agreement is fixed when it is sent for the check; those sent before keep the document of the program. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  await tables(db, engine).extend('protocol', { templateKey: 'empty' });
}
