import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Backups that were tried, by the command or by the schedule, so that everybody sees the last good one; and the servers that run. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, index, link } = tables(db, engine);
  await create('backupRun', {
    place: 'text',
    encrypted: '=0',
    state: 'text',
    startedAt: 'number',
    endedAt: 'number?',
    rowCount: 'zero',
    fileCount: 'zero',
    bytes: 'zero',
    reason: 'empty',
    warnedAt: 'number?',
  });
  await link('serverBeat', { name: 'text', role: 'text', release: 'text', startedAt: 'number', seenAt: 'number', state: 'text' }, ['name']);
  await index('backupRunState', 'backupRun', ['state', 'startedAt']);
}
