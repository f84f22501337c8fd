import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The three reviews of a manuscript, by level and round. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const make = tables(db, engine);
  await make.create('review', {
    ...BASE,
    archiveId: 'number',
    level: 'text',
    round: 'number',
    auditorId: 'number?',
    assignedBy: 'number?',
    assignedAt: 'number?',
    dueAt: 'number?',
    finishedAt: 'number?',
    politics: 'empty',
    quality: '=[]',
    opinion: 'empty',
    suggestion: 'empty',
    readWhole: '=0',
    remindedAt: 'number?',
    status: '=pending',
  });
  await make.index('reviewOf', 'review', ['archiveId', 'round', 'level']);
  await make.index('reviewQueue', 'review', ['level', 'status', 'dueAt']);
  await make.index('reviewOfAuditor', 'review', ['auditorId', 'status']);
}
