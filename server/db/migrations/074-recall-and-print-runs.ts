import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** The refunds that the recall of a work opens for all its buyers, and the print runs of works. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, index, unique } = tables(db, engine);
  await create('recall', {
    publishId: 'number',
    reason: 'text',
    recalledBy: 'number?',
    confirmedBy: 'number?',
    confirmedAt: 'number?',
    notifiedTo: 'zero',
    notifiedAt: 'number?',
    doneAt: 'number?',
    createTime: 'number',
  });
  await index('recallWork', 'recall', ['publishId']);
  await index('recallOpen', 'recall', ['doneAt', 'confirmedBy']);
  await create('printRun', {
    publishId: 'number',
    impression: 'number',
    copies: 'number',
    printedOn: 'text',
    listPriceFen: 'number',
    operatorId: 'number',
    createTime: 'number',
  });
  await unique('printRunOnce', 'printRun', ['publishId', 'impression']);
  await index('printRunDay', 'printRun', ['printedOn']);
}
