import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The questions of an import are stored in parts, so that no statement and no request holds all of them. Previews that are open are read again. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, extend, unique } = tables(db, engine);
  await create('importPart', { runId: 'number', no: 'number', questions: 'text' });
  await unique('importPartPlace', 'importPart', ['runId', 'no']);
  await extend('importRun', { files: 'empty' });
}
