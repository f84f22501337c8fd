import type { Database, Tx } from '../db/database.ts';

interface Copy {
  readonly userId: number;
  readonly publicationId: number;
  readonly deviceKey: string;
}

export const copiesOf = (db: Database | Tx, userId: number, publicationIds: readonly number[], seenSince: number) =>
  db
    .selectFrom('downloadDevice')
    .selectAll()
    .where('userId', '=', userId)
    .where('publicationId', 'in', publicationIds)
    .where('lastSeen', '>', seenSince)
    .orderBy('lastSeen', 'desc')
    .execute();

export async function storeCopy(tx: Tx, { device, now, ...copy }: Copy & { readonly device: string; readonly now: number }): Promise<void> {
  await tx
    .insertInto('downloadDevice')
    .values({ ...copy, device, createTime: now, lastSeen: now })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'publicationId', 'deviceKey']).doUpdateSet({ lastSeen: now, removed: '0', ...(device ? { device } : {}) }),
    )
    .execute();
}

/** Returns the keys of devices that are downloading a work: they requested a link since `since` and have not finished. */
export async function downloadingDevices(tx: Tx, of: { readonly userId: number; readonly publicationId: number }, since: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('download')
    .select('deviceKey')
    .distinct()
    .where('userId', '=', of.userId)
    .where('publicationId', '=', of.publicationId)
    .where('result', '=', 'started')
    .where('askedAt', '>', since)
    .execute();
  return rows.map((row) => row.deviceKey);
}

export async function sessionsAmong(tx: Tx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx.selectFrom('session').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map((row) => row.id));
}

export const copyById = (tx: Tx, userId: number, id: number) =>
  tx.selectFrom('downloadDevice').selectAll().where('id', '=', id).where('userId', '=', userId).executeTakeFirst();

/** Marks the row as removed instead of deleting it: the device deletes its copy when it is next online. */
export const markRemoved = (tx: Tx, id: number) => tx.updateTable('downloadDevice').set({ removed: '1' }).where('id', '=', id).execute();

export const dropCopy = (tx: Tx, { userId, publicationId, deviceKey }: Copy) =>
  tx
    .deleteFrom('downloadDevice')
    .where('userId', '=', userId)
    .where('publicationId', '=', publicationId)
    .where('deviceKey', '=', deviceKey)
    .execute();

export const stopDownloads = (tx: Tx, { userId, publicationId, deviceKey }: Copy) =>
  tx
    .updateTable('download')
    .set({ result: 'failed' })
    .where('userId', '=', userId)
    .where('publicationId', '=', publicationId)
    .where('deviceKey', '=', deviceKey)
    .where('result', '=', 'started')
    .execute();

/** Records that a device is in use. `before` limits how often it writes. */
export async function touchCopy(db: Database, { userId, publicationId, deviceKey }: Copy, now: number, before: number): Promise<void> {
  await db
    .updateTable('downloadDevice')
    .set({ lastSeen: now })
    .where('userId', '=', userId)
    .where('publicationId', '=', publicationId)
    .where('deviceKey', '=', deviceKey)
    .where('lastSeen', '<', before)
    .execute();
  await db
    .updateTable('download')
    .set({ askedAt: now })
    .where('userId', '=', userId)
    .where('publicationId', '=', publicationId)
    .where('deviceKey', '=', deviceKey)
    .where('result', '=', 'started')
    .execute();
}
