import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** An index for the count of a user's own publications: any user may request it, so no query may scan the whole table. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  await tables(db, engine).index('publicationMaker', 'publication', ['createBy', 'delFlag', 'kind']);
}
