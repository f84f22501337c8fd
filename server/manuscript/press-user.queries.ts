import type { Database, Tx } from '../db/database.ts';

/** Number of live manuscripts whose turn a user has or whose editor the user is, by user id. */
export async function workloads(db: Database | Tx): Promise<ReadonlyMap<number, number>> {
  const rows = await db
    .selectFrom('manuscript')
    .select(['editorId', 'turnUserId'])
    .where('delFlag', '=', '0')
    .where('status', 'not in', ['draft', 'published', 'archived', 'rejected', 'withdrawn'])
    .execute();
  const loads = new Map<number, number>();
  for (const { editorId, turnUserId } of rows)
    for (const userId of new Set([editorId, turnUserId])) if (userId !== null) loads.set(userId, (loads.get(userId) ?? 0) + 1);
  return loads;
}
