import type { Database, Tx } from '../../db/database.ts';
import type { ItemRow } from '../order.queries.ts';
import { returnedCopies } from '../refund.queries.ts';
import { liveSeats, poolsOfItems, type PoolRow, type SeatRow } from './seat.queries.ts';

export interface SeatCounts {
  readonly n: number;
  readonly free: number;
  readonly given: number;
  readonly opened: number;
  readonly returned: number;
}

/** How many copies of a pool are in which state: those handed out, returned and free add up to those bought. */
export const countsOf = (pool: Pick<PoolRow, 'n'>, seats: readonly Pick<SeatRow, 'openedAt'>[], returned: number): SeatCounts => ({
  n: pool.n,
  free: pool.n - seats.length - returned,
  given: seats.length,
  opened: seats.filter(({ openedAt }) => openedAt !== null).length,
  returned,
});

/** The copies of order lines, by line; lines that are no copies, or not paid, are not in it. */
export async function poolCounts(db: Database | Tx, lines: readonly Pick<ItemRow, 'id' | 'kind'>[]): Promise<ReadonlyMap<number, SeatCounts>> {
  const ids = lines.filter(({ kind }) => kind === 'seats').map(({ id }) => id);
  const pools = await poolsOfItems(db, ids);
  const [seats, returned] = [
    await liveSeats(
      db,
      pools.map(({ id }) => id),
    ),
    await returnedCopies(db, ids),
  ];
  return new Map(
    pools.flatMap((pool) =>
      pool.orderItemId === null
        ? []
        : [
            [
              pool.orderItemId,
              countsOf(
                pool,
                seats.filter(({ poolId }) => poolId === pool.id),
                returned.get(pool.orderItemId) ?? 0,
              ),
            ] as const,
          ],
    ),
  );
}

export const returnedOf = async (db: Database | Tx, { orderItemId }: Pick<PoolRow, 'orderItemId'>): Promise<number> =>
  orderItemId === null ? 0 : ((await returnedCopies(db, [orderItemId])).get(orderItemId) ?? 0);

/** Copies that can be handed out or returned now. The caller holds the lock of the pool. */
export const freeCopies = async (tx: Tx, pool: PoolRow): Promise<number> =>
  countsOf(pool, await liveSeats(tx, [pool.id]), await returnedOf(tx, pool)).free;
