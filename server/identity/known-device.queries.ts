import type { Database, Tx } from '../db/database.ts';

export async function isKnownDevice(db: Database | Tx, userId: number, deviceHash: string): Promise<boolean> {
  const row = await db.selectFrom('knownDevice').select('id').where('userId', '=', userId).where('deviceHash', '=', deviceHash).executeTakeFirst();
  return row !== undefined;
}

export async function countKnownDevices(db: Database | Tx, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('knownDevice')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(n);
}

interface Device {
  readonly userId: number;
  readonly deviceHash: string;
  readonly browser: string;
  readonly os: string;
  readonly now: number;
}

export async function saveKnownDevice(db: Database | Tx, { now, ...device }: Device): Promise<void> {
  await db
    .insertInto('knownDevice')
    .values({ ...device, createTime: now, lastSeen: now })
    .onConflict((conflict) => conflict.columns(['userId', 'deviceHash']).doUpdateSet({ lastSeen: now }))
    .execute();
}

/** Removes devices not used since `before`, and those of one user beyond the latest `most`. */
export async function removeOldDevices(db: Database | Tx, userId: number, before: number, most: number): Promise<void> {
  await db.deleteFrom('knownDevice').where('userId', '=', userId).where('lastSeen', '<', before).execute();
  const kept = db.selectFrom('knownDevice').select('id').where('userId', '=', userId).orderBy('lastSeen', 'desc').limit(most);
  await db.deleteFrom('knownDevice').where('userId', '=', userId).where('id', 'not in', kept).execute();
}
