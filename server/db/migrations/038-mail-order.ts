import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Finds the earlier mails to an address. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { index } = tables(db, engine);
  await index('mailToAddress', 'mail', ['email', 'state', 'id']);
}
