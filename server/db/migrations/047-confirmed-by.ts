import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Who answered for a co-author, and the document that the editor has seen when the co-author has no account. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  await tables(db, engine).extend('authorConfirm', { answeredBy: 'number?', evidenceFileId: 'number?' });
}
