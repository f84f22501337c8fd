import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The place of a proof mark in a recording or film: its part, and milliseconds from the start. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  await tables(db, engine).extend('proofMark', { trackId: 'number?', startMs: 'number?', endMs: 'number?' });
}
