import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Discounts for some works between two times. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, index } = tables(db, engine);
  await create('campaign', {
    name: 'text',
    scope: '=works',
    ids: 'text',
    rateBp: 'number',
    from: 'number',
    to: 'number',
    leastLines: 'number',
    status: '=draft',
    reason: 'empty',
    createdBy: 'number?',
    submittedBy: 'number?',
    approvedBy: 'number?',
    ...BASE,
  });
  await index('campaignStatus', 'campaign', ['status', 'to']);
  await index('orderItemDiscount', 'orderItem', ['discountKind', 'discountId']);
}
