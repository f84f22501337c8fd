import { sql, type SqlBool } from 'kysely';
import type { Database, Tx } from '../db/database.ts';

export const deptById = (db: Database | Tx, id: number) =>
  db.selectFrom('dept').selectAll().where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

export const deptNames = (db: Database | Tx, ids: readonly number[]) =>
  db.selectFrom('dept').select(['id', 'deptName']).where('id', 'in', ids).execute();

const beneath = (deptId: number) => sql<SqlBool>`',' || ancestors || ',' like ${`%,${deptId},%`}`;

export const enabledBelow = (db: Database | Tx, deptId: number) =>
  db.selectFrom('dept').select('id').where(beneath(deptId)).where('status', '=', '0').where('delFlag', '=', '0').executeTakeFirst();

export const childOf = (db: Database | Tx, deptId: number) =>
  db.selectFrom('dept').select('id').where('parentId', '=', deptId).where('delFlag', '=', '0').executeTakeFirst();

export const personOf = (db: Database | Tx, deptId: number) =>
  db.selectFrom('user').select('id').where('deptId', '=', deptId).where('delFlag', '=', '0').executeTakeFirst();

/** Updates the ancestors of everything below a moved department. */
export const moveBelow = (tx: Tx, deptId: number, from: string, to: string) =>
  tx
    .updateTable('dept')
    .set({ ancestors: sql<string>`${to} || substr(ancestors, ${from.length + 1})` })
    .where(beneath(deptId))
    .execute();

export const enableDepts = (tx: Tx, ids: readonly number[]) => tx.updateTable('dept').set({ status: '0' }).where('id', 'in', ids).execute();

/** Removes references to deleted departments: data scopes of roles, and users in the recycle bin. */
export async function forgetDepts(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.deleteFrom('roleDept').where('deptId', 'in', ids).execute();
  await tx.updateTable('user').set({ deptId: null }).where('deptId', 'in', ids).execute();
}

export async function placeDepts(tx: Tx, ids: readonly number[], orders: readonly number[]): Promise<void> {
  for (const [index, id] of ids.entries())
    await tx
      .updateTable('dept')
      .set((eb) => ({ orderNum: orders[index] ?? 0, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
}
