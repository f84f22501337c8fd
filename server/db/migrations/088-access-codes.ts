import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Batches of codes for printed textbooks, and the codes by their hashes. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, index, unique } = tables(db, engine);
  await create('accessBatch', {
    publishId: 'number',
    name: 'text',
    count: 'number',
    validFrom: 'empty',
    validTo: 'empty',
    rightDays: 'zero',
    rightTo: 'empty',
    status: '=draft',
    createdBy: 'number?',
    issuedBy: 'number?',
    printedAt: 'number?',
    printedBy: 'number?',
    ...BASE,
  });
  await index('accessBatchWork', 'accessBatch', ['publishId']);
  await create('accessCode', {
    batchId: 'number',
    serialNo: 'number',
    codeHash: 'text',
    last4: 'text',
    status: '=unused',
    usedBy: 'number?',
    usedAt: 'number?',
    voidReason: 'empty',
  });
  await unique('accessCodeHash', 'accessCode', ['codeHash']);
  await unique('accessCodeSerial', 'accessCode', ['batchId', 'serialNo']);
  await index('accessCodeLast4', 'accessCode', ['last4']);
  await index('accessCodeUser', 'accessCode', ['usedBy']);
}
