import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The file of an import of questions is read by a run with progress. The imports that exist were read. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend, index } = tables(db, engine);
  await extend('importRun', { fileKey: 'empty', nextAt: 'number?', attempts: 'zero', doneRows: 'zero', totalRows: 'zero', error: 'empty' });
  await index('importRunDue', 'importRun', ['nextAt']);
  await index('importRunBank', 'importRun', ['bankId', 'userId', 'id']);
}
