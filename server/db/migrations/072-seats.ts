import type { Kysely } from 'kysely';
import { tables } from '../columns.ts';
import type { Engine } from '../dialects/engine.ts';

/** Copies of a work that their buyer hands out: the pool of an order line, and each copy that was handed out. */
export async function up(db: Kysely<never>, engine: Engine): Promise<void> {
  const { create, index, unique } = tables(db, engine);
  await create('seatPool', {
    orderItemId: 'number?',
    publishId: 'number',
    ownerId: 'number',
    n: 'number',
    from: 'number',
    to: 'number?',
    source: '=order',
    createTime: 'number',
  });
  await unique('seatPoolItem', 'seatPool', ['orderItemId']);
  await index('seatPoolOwner', 'seatPool', ['ownerId', 'id']);
  await create('seat', {
    poolId: 'number',
    codeHash: 'text?',
    userId: 'number?',
    classId: 'number?',
    givenAt: 'number',
    claimedAt: 'number?',
    takenBack: 'number?',
  });
  await index('seatPoolSeats', 'seat', ['poolId', 'takenBack']);
  await unique('seatCode', 'seat', ['codeHash']);
  await index('seatUser', 'seat', ['userId']);
}
