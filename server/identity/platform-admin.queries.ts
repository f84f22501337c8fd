import type { Tx } from '../db/database.ts';

export const ADMIN_ROLE = 'admin';

/** Inserts the account `admin` with the role of the platform administrator and returns its id. `pwdUpdateDate` null asks for a new password. */
export async function addAdmin(tx: Tx, { passwordHash, pwdUpdateDate, now }: { passwordHash: string; pwdUpdateDate: number | null; now: number }) {
  const { id } = await tx
    .insertInto('user')
    .values({ userName: 'admin', nickName: '平台管理员', passwordHash, pwdUpdateDate, createBy: 'system', createTime: now, updateTime: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  const role = await tx.selectFrom('role').select('id').where('roleKey', '=', ADMIN_ROLE).executeTakeFirstOrThrow();
  await tx.insertInto('userRole').values({ userId: id, roleId: role.id }).execute();
  return id;
}

/** Sets a one-time password and activates the account; returns its id, or null when there is no such account. */
export async function setOneTimePassword(tx: Tx, userName: string, passwordHash: string, now: number): Promise<number | null> {
  const row = await tx
    .updateTable('user')
    .set({ passwordHash, pwdUpdateDate: null, status: '0', delFlag: '0', updateBy: 'system', updateTime: now })
    .where('userName', '=', userName)
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function isAdmin(tx: Tx, userId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .select('userRole.userId')
    .where('userRole.userId', '=', userId)
    .where('role.roleKey', '=', ADMIN_ROLE)
    .executeTakeFirst();
  return row !== undefined;
}
