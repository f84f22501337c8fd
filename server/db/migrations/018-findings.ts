import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** What was repaired in a book and what is missing of it, and how far the search index has been written anew. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend, link } = tables(db, engine);
  await extend('preparation', { findings: 'empty' });
  await link('searchRebuild', { version: 'number', worksAfter: 'zero', textsAfter: 'zero', doneAt: 'number?' }, ['version']);
}
