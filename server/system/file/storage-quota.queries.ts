import type { Database } from '../../db/database.ts';

/** Bytes of the stored files that a user uploaded. */
export async function bytesOwned(db: Database, userId: number): Promise<number> {
  const { bytes } = await db
    .selectFrom('file')
    .select((eb) => eb.fn.sum<number | null>('size').as('bytes'))
    .where('ownerId', '=', userId)
    .where('isTemporary', '=', '0')
    .executeTakeFirstOrThrow();
  return Number(bytes ?? 0);
}

/** Modes of a user: the mode of the account, `always`, and the modes whose roles the user has. */
export async function modesOf(db: Database, userId: number, always: string | null) {
  const user = await db.selectFrom('user').select('userModeId').where('id', '=', userId).executeTakeFirst();
  const roles = new Set((await db.selectFrom('userRole').select('roleId').where('userId', '=', userId).execute()).map((row) => row.roleId));
  const modes = await db
    .selectFrom('userMode')
    .select(['id', 'modeKey', 'defaultRoleIds', 'quotaStorageMb'])
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .execute();
  return modes.filter((mode) => {
    const needed = JSON.parse(mode.defaultRoleIds) as number[];
    return mode.id === user?.userModeId || mode.modeKey === always || (needed.length > 0 && needed.every((roleId) => roles.has(roleId)));
  });
}
