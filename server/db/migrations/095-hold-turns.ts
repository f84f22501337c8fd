import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Whose turn a manuscript was when it was put on hold, until when, and since when in its stage. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend } = tables(db, engine);
  await extend('manuscriptHold', { kept: '={}' });
}
