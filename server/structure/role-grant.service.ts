import { permissionOfRoles } from './role-grant.queries.ts';
import type { Tx } from '../db/database.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { assertPersonInScope, assertOwnRoles, rejectForeignSuper } from '../identity/staff.service.ts';

/** The user who grants or revokes a role, and the permission they use. */
export interface Giver {
  readonly currentUser: CurrentUser;
  readonly permission: string;
}

const roleByKey = (tx: Tx, roleKey: string) =>
  tx.selectFrom('role').select('id').where('roleKey', '=', roleKey).where('delFlag', '=', '0').executeTakeFirst();

/**
 * Grants a user a role by its key; a role held already stays. Throws unless the granting user has every permission of the role
 * and its data scope and may see the user, and the user is not another super administrator. Returns false when there is no such role.
 * Every feature that grants roles (groups, professors, applications, the recycle bin) uses this function.
 */
export async function giveRole(tx: Tx, giver: Giver, userId: number, roleKey: string): Promise<boolean> {
  const role = await roleByKey(tx, roleKey);
  if (!role) return false;
  const { currentUser, permission } = giver;
  await rejectForeignSuper(tx, currentUser, userId);
  await assertPersonInScope(tx, currentUser, userId, permission);
  const held = await tx.selectFrom('userRole').select('roleId').where('userId', '=', userId).where('roleId', '=', role.id).executeTakeFirst();
  if (held) return true;
  await assertOwnRoles(tx, currentUser, [role.id], permission);
  await insertHolder(tx, userId, role.id);
  return true;
}

/** Returns whether the roles carry no permission at all, so that they can be granted without a review. */
export async function openNothing(tx: Tx, roleIds: readonly number[]): Promise<boolean> {
  if (roleIds.length === 0) return true;
  const found = await permissionOfRoles(tx, roleIds);
  const superRole = await tx.selectFrom('role').select('id').where('id', 'in', roleIds).where('roleKey', '=', 'admin').executeTakeFirst();
  return found === undefined && superRole === undefined;
}

/** Grants roles without permissions (`openNothing`) without a granting user. */
export async function giveOpenRole(tx: Tx, userId: number, roleKey: string): Promise<void> {
  const role = await roleByKey(tx, roleKey);
  if (role && (await openNothing(tx, [role.id]))) await insertHolder(tx, userId, role.id);
}

const insertHolder = (tx: Tx, userId: number, roleId: number) =>
  tx
    .insertInto('userRole')
    .values({ userId, roleId })
    .onConflict((oc) => oc.doNothing())
    .execute();

/** Revokes a role from a user whom the current user may see and who is not another super administrator. */
export async function takeRole(tx: Tx, { currentUser, permission }: Giver, userId: number, roleKey: string): Promise<void> {
  await rejectForeignSuper(tx, currentUser, userId);
  await assertPersonInScope(tx, currentUser, userId, permission);
  await tx
    .deleteFrom('userRole')
    .where('userId', '=', userId)
    .where('roleId', 'in', (eb) => eb.selectFrom('role').select('role.id').where('role.roleKey', '=', roleKey))
    .execute();
}
