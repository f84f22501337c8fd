import { sql, type Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** A notice after publication is drafted by one person and published by another; the notices that exist are published. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  await tables(db, engine).extend('correctionNotice', { status: '=published', draftedBy: 'number?', doi: 'empty', decidedNote: 'empty' });
  await sql`update correction_notice set drafted_by = published_by`.execute(db);
}
