import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Findings about repairs and missing parts of a book, and the progress of the search index rebuild. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend, link } = tables(db, engine);
  await extend('preparation', { findings: 'empty' });
  await link('searchRebuild', { version: 'number', worksAfter: 'zero', textsAfter: 'zero', doneAt: 'number?' }, ['version']);
}
