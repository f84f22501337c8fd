import { DAY_MS } from '../../contract/clock.ts';
import type { Tx } from './database.ts';

export const BIN_DAYS = 30;

interface Thrown {
  /** Table name. */
  readonly entityType: string;
  readonly entityId: number;
  readonly title: string;
  /** Label of the type: 出版物. */
  readonly origin: string;
}

/** Puts rows in the recycle bin for 30 days; the caller marks the rows themselves. */
export async function putInBin(tx: Tx, by: { userId: number; userName: string }, ...rows: readonly Thrown[]): Promise<void> {
  const now = Date.now();
  const again = { deletedBy: by.userName, deletedById: by.userId, deletedAt: now, expireAt: now + BIN_DAYS * DAY_MS };
  for (const row of rows)
    await tx
      .insertInto('recycleItem')
      .values({ ...row, ...again })
      .onConflict((oc) => oc.columns(['entityType', 'entityId']).doUpdateSet({ ...again, title: row.title }))
      .execute();
}
