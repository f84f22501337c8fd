import { sql, type Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

const DAY_MS = 86_400_000;

/** The days of a journal review count from its acceptance, and a task that a judge takes over has a due date of its own. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend } = tables(db, engine);
  await extend('journalReview', { days: 'zero' });
  await extend('judgeTask', { dueAt: 'number?' });
  await sql`update journal_review set days = 30`.execute(db);
  // The days of an invitation without an answer were written as a date that ran from the creation of the row.
  await sql`update journal_review set days = case when due_at - create_time < ${sql.lit(DAY_MS)} then 1 else (due_at - create_time) / ${sql.lit(DAY_MS)} end, due_at = null where status in ('invited', 'alternate') and due_at is not null`.execute(
    db,
  );
}
