import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Withdrawals that are paid together by one file of the bank. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, extend, index, unique } = tables(db, engine);
  await create('payout', {
    payoutNo: 'text',
    status: '=draft',
    rows: 'number',
    fen: 'number',
    fileHash: 'empty',
    madeBy: 'number',
    exportedBy: 'number?',
    exportedAt: 'number?',
    ...BASE,
  });
  await unique('payoutNo', 'payout', ['payoutNo']);
  await create('payoutItem', {
    payoutId: 'number',
    withdrawId: 'number',
    fen: 'number',
    result: 'empty',
    reason: 'empty',
  });
  await unique('payoutItemOnce', 'payoutItem', ['payoutId', 'withdrawId']);
  await index('payoutItemWithdraw', 'payoutItem', ['withdrawId']);
  await extend('withdraw', { payoutId: 'number?' });
  await index('withdrawPayout', 'withdraw', ['payoutId']);
}
