import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Sheets of fees and of opening balances, which a second person confirms. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, index, unique } = tables(db, engine);
  await create('earningBatch', {
    batchNo: 'text',
    kind: 'text',
    period: 'text',
    fileName: 'text',
    fileHash: 'text',
    rows: 'number',
    fen: 'number',
    evidence: '=[]',
    importedBy: 'number',
    confirmedBy: 'number?',
    confirmedAt: 'number?',
    status: '=pending',
    ...BASE,
  });
  await unique('earningBatchNo', 'earningBatch', ['batchNo']);
  await index('earningBatchStatus', 'earningBatch', ['status', 'updateTime']);
  await create('earningBatchRow', {
    batchId: 'number',
    sourceRow: 'number',
    userId: 'number',
    protocolId: 'zero',
    item: 'text',
    taxCategory: 'empty',
    title: 'text',
    fen: 'number',
  });
  await index('earningBatchRowBatch', 'earningBatchRow', ['batchId']);
  await index('earningBatchRowPayee', 'earningBatchRow', ['userId', 'protocolId']);
}
