import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Service tasks that may fail, processes that call others, and tasks that a substitute has handled. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend, index } = tables(db, engine);
  await extend('flowTimer', { failure: 'text' });
  await extend('flowInstance', { parentId: 'number?', parentToken: 'number?' });
  await extend('flowTask', { actingFor: 'number?' });
  await index('flowInstanceParent', 'flowInstance', ['parentId']);
}
