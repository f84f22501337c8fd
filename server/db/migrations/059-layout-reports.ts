import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The layout check of an edition: its report and the number of pages with a fault; null until it was checked. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend } = tables(db, engine);
  await extend('edition', { layoutReport: 'empty', layoutFaults: 'number?' });
}
