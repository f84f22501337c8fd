import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/**
 * Adds the hash chain of the operation and sign-in logs (docs/decisions/028) and the proposed price of a listed work
 * (docs/decisions/021). Log rows written before this migration stay outside the chain: their `chain_seq` is null.
 */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { extend, link, unique } = tables(db, engine);
  for (const table of ['operLog', 'loginLog']) {
    await extend(table, { chainSeq: 'number?', prevHash: 'empty', hash: 'empty' });
    await unique(`${table}Chain`, table, ['chainSeq']);
  }
  await link('auditChain', { name: 'text', seq: 'zero', hash: 'empty', anchorSeq: 'zero', anchorHash: 'empty' }, ['name']);
  await extend('publication', {
    proposedListFen: 'number?',
    proposedSaleFen: 'number?',
    proposedIsFree: 'text?',
    proposedBy: 'number?',
    proposedAt: 'number?',
  });
}
