import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Steps of a month of earnings that run in the background. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, index } = tables(db, engine);
  await create('settleRun', {
    period: 'text',
    step: 'text',
    reason: 'empty',
    userId: 'number',
    doneRows: 'zero',
    totalRows: 'zero',
    cursor: 'zero',
    skippedRows: 'zero',
    skipped: '=[]',
    error: 'empty',
    nextAt: 'number',
    attempts: 'zero',
    finishedAt: 'number?',
    createTime: 'number',
  });
  await index('settleRunDue', 'settleRun', ['finishedAt', 'nextAt']);
  await index('settleRunPeriod', 'settleRun', ['period', 'id']);
}
