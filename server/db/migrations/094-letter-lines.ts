import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The lines of the transition log that a letter tells: the author does not see them before it is delivered, and never when it is withdrawn. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend } = tables(db, engine);
  await extend('letter', { logIds: '=[]' });
}
