import type { Generated } from 'kysely';

/** A number of seats of one work, which the owner of the pool gives to readers. */
export interface SeatPoolTable {
  id: Generated<number>;
  /** The line that bought them; null for copies that were not bought here. */
  orderItemId: number | null;
  publishId: number;
  ownerId: number;
  n: number;
  from: number;
  to: number | null;
  source: Generated<'order' | 'offline' | 'gift'>;
  /** JSON: ids of the classes whose new members get a seat at once. */
  autoClasses: Generated<string>;
  /** When staff closed it: it gives no seats any more, and those given stay. */
  closedAt: Generated<number | null>;
  createTime: number;
}
/** A seat of a pool that was given to a reader, or sent as a link that is not used yet. */
export interface SeatTable {
  id: Generated<number>;
  poolId: number;
  /** SHA-256 of the code of the link; null when it was given by user name. */
  codeHash: string | null;
  userId: number | null;
  classId: number | null;
  givenAt: number;
  claimedAt: number | null;
  /** When the owner took it back; the copy is free again. */
  takenBack: number | null;
  /** The last message about the end of its right: 0 none, 1 that it ends soon, 2 that it has ended. */
  endNotice: Generated<number>;
}

export interface SeatTables {
  seatPool: SeatPoolTable;
  seat: SeatTable;
}
