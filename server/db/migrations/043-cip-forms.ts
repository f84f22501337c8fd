import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The values of the CIP application of a composition that the editor changed, as JSON. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  await tables(db, engine).extend('composition', { cipForm: 'empty' });
}
