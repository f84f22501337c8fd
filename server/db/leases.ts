import { randomBytes } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '../../contract/clock.ts';
import { anyTable } from './any-table.ts';
import { SKEW_MS } from './clock.ts';
import type { Database } from './database.ts';

/** A column with the time until which one server works on a row, or from which any server may take it. */
interface LeasedColumn {
  readonly table: string;
  readonly column: string;
  /** No server sets a time further ahead than this, in milliseconds. */
  readonly longestMs: number;
  /** `leaseBy` names the holder. */
  readonly named?: true;
  /** `attempts` counts how often work on the row began. */
  readonly counted?: true;
}

const RETRY_MS = 10 * MINUTE_MS;
const named = { named: true, counted: true } as const;

/** Every column of leases. Each kind of work takes and prolongs its own; leases are ended early only by the functions below. */
export const LEASED: readonly LeasedColumn[] = [
  { table: 'job', column: 'leaseUntil', longestMs: MINUTE_MS, named: true },
  { table: 'preparation', column: 'leaseUntil', longestMs: RETRY_MS, ...named },
  { table: 'media', column: 'leaseUntil', longestMs: RETRY_MS, ...named },
  { table: 'masterTrack', column: 'leaseUntil', longestMs: RETRY_MS, ...named },
  { table: 'mediaStream', column: 'leaseUntil', longestMs: RETRY_MS, ...named },
  { table: 'mail', column: 'nextAttempt', longestMs: 2 * HOUR_MS, ...named },
  { table: 'exportFile', column: 'leaseUntil', longestMs: RETRY_MS },
  { table: 'requestKey', column: 'leaseUntil', longestMs: MINUTE_MS },
  { table: 'pushDelivery', column: 'nextAttempt', longestMs: HOUR_MS },
  { table: 'importRun', column: 'nextAt', longestMs: RETRY_MS },
  { table: 'settleRun', column: 'nextAt', longestMs: MINUTE_MS },
  { table: 'reconImport', column: 'nextAt', longestMs: RETRY_MS },
  { table: 'payment', column: 'askAt', longestMs: HOUR_MS },
  { table: 'refund', column: 'askAt', longestMs: HOUR_MS },
];

const PROCESS = randomBytes(6).toString('hex');

/** A new holder of a lease: unique, and known to be of this process. */
export const newHolder = (): string => `${PROCESS}.${randomBytes(8).toString('hex')}`;

/**
 * Ends the leases of this process, so that another server continues at once; an attempt that a stop interrupted does not count. The
 * process must end right after.
 */
export async function handBackLeases(db: Database): Promise<void> {
  for (const { table, column, counted } of LEASED.filter((one) => one.named))
    await anyTable(db)
      .updateTable(table)
      .set((eb) => ({ [column]: 0, ...(counted ? { attempts: eb('attempts', '-', 1) } : {}) }))
      .where('leaseBy', 'like', `${PROCESS}.%`)
      .where(column, '>', Date.now())
      .execute();
}

/** Makes rows due now whose time is further ahead than any server sets it: it was written while a clock was ahead. */
export async function endLeasesOfFastClocks(db: Database, now: number): Promise<void> {
  for (const { table, column, longestMs } of LEASED)
    await anyTable(db)
      .updateTable(table)
      .set({ [column]: now })
      .where(column, '>', now + longestMs + SKEW_MS)
      .execute();
}
