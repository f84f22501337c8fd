import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** How many questions a user reviews on a day, where it differs from the usual limits. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { link } = tables(db, engine);
  await link('reviewLimit', { userId: 'number', newMost: 'number', reviewMost: 'number' }, ['userId']);
}
