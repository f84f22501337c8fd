import { sql, type Kysely } from 'kysely';
import type { Engine } from '../dialects/engine.ts';

const LATE_MS = 3 * 86_400_000;

/** Reviews and proofs join the list of duties. Reminders that were sent are copied, so that no user gets one twice. */
export async function up(db: Kysely<never>, _engine: Engine): Promise<void> {
  const now = Date.now();
  const steps = [
    ['ahead', sql`reminded_at is not null`],
    ['due', sql`reminded_at >= due_at`],
    // Before the list, a proof had no third reminder: one that is late for long does not get it now.
    ['late', sql`(reminded_at >= due_at + ${sql.lit(LATE_MS)} or (reminded_at >= due_at and due_at + ${sql.lit(LATE_MS)} <= ${sql.lit(now)}))`],
  ] as const;
  for (const [kind, table] of [
    ['review', 'review'],
    ['proofread', 'proofread'],
  ] as const)
    for (const [step, sent] of steps)
      await sql`insert into duty_notice (kind, row_id, due_at, step, at)
        select ${sql.lit(kind)}, id, due_at, ${sql.lit(step)}, reminded_at from ${sql.table(table)}
        where due_at is not null and finished_at is null and ${sent}`.execute(db);
  await db.schema.alterTable('review').dropColumn('remindedAt').execute();
  await db.schema.alterTable('proofread').dropColumn('remindedAt').execute();
}
