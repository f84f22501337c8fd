import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** A letter keeps the id of the request whose decision it is: its mails and messages leave ten minutes later. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  await tables(db, engine).extend('letter', { requestId: 'empty' });
}
