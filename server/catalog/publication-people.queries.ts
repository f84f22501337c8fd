import type { Tx } from '../db/database.ts';

/** Returns the user who last listed the work; null when it was never listed. */
export async function deciderOf(tx: Tx, id: number): Promise<number | null> {
  const row = await tx
    .selectFrom('flowLog')
    .select('operatorId')
    .where('entityType', '=', 'publication')
    .where('entityId', '=', id)
    .where('event', 'in', ['approve', 'relist'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.operatorId ?? null;
}

export const enabledPeople = async (tx: Tx, ids: readonly number[]): Promise<number[]> =>
  ids.length === 0
    ? []
    : (await tx.selectFrom('user').select('id').where('id', 'in', ids).where('status', '=', '0').where('delFlag', '=', '0').execute()).map(
        (row) => row.id,
      );

export const userIdByName = (tx: Tx, userName: string) =>
  tx.selectFrom('user').select(['id', 'nickName']).where('userName', '=', userName).executeTakeFirst();
