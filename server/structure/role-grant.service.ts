import type { Tx } from '../db/database.ts';

/** Gives a person a role by its key; one held already stays. Answers false where there is no such role. */
export async function giveRole(tx: Tx, userId: number, roleKey: string): Promise<boolean> {
  const role = await tx.selectFrom('role').select('id').where('roleKey', '=', roleKey).where('delFlag', '=', '0').executeTakeFirst();
  if (!role) return false;
  await tx
    .insertInto('userRole')
    .values({ userId, roleId: role.id })
    .onConflict((oc) => oc.doNothing())
    .execute();
  return true;
}

export async function takeRole(tx: Tx, userId: number, roleKey: string): Promise<void> {
  await tx
    .deleteFrom('userRole')
    .where('userId', '=', userId)
    .where('roleId', 'in', (eb) => eb.selectFrom('role').select('role.id').where('role.roleKey', '=', roleKey))
    .execute();
}
