import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** When staff closed a pool of seats: it gives none any more, and the seats that were given stay. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  await tables(db, engine).extend('seatPool', { closedAt: 'number?' });
}
