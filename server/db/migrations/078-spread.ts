import type { Kysely } from 'kysely';
import { BASE, tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Links of promoters, their clicks, and the commission of order lines. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, extend, index, unique } = tables(db, engine);
  await create('spread', {
    code: 'text',
    promoterId: 'number',
    publishId: 'number?',
    rateBp: 'number',
    validTo: 'empty',
    clickNum: 'zero',
    status: '=active',
    createdBy: 'number?',
    approvedBy: 'number?',
    ...BASE,
  });
  await unique('spreadCode', 'spread', ['code']);
  await index('spreadPromoter', 'spread', ['promoterId', 'id']);
  await index('spreadStatus', 'spread', ['status', 'validTo']);
  await create('spreadClick', { spreadId: 'number', deviceHash: 'text', day: 'text', at: 'number' });
  await unique('spreadClickOnce', 'spreadClick', ['deviceHash', 'spreadId', 'day']);
  await index('spreadClickAge', 'spreadClick', ['at']);
  await create('spreadEntry', { spreadId: 'number', userId: 'number', orderItemId: 'number', refundLineId: 'zero', fen: 'number', at: 'number' });
  await unique('spreadEntryOnce', 'spreadEntry', ['orderItemId', 'refundLineId']);
  await index('spreadEntryTime', 'spreadEntry', ['at']);
  await index('spreadEntryLink', 'spreadEntry', ['spreadId']);
  await extend('orderItem', { discountId: 'number?', spreadId: 'number?', commissionFen: 'zero' });
  await index('orderItemSpread', 'orderItem', ['spreadId']);
  await index('knownDeviceHash', 'knownDevice', ['deviceHash']);
}
