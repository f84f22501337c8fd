import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Everybody may ask how many publications are his: nobody's question reads the whole table. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  await tables(db, engine).index('publicationMaker', 'publication', ['createBy', 'delFlag', 'kind']);
}
