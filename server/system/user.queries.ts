import { sql } from 'kysely';
import { contains } from '../db/contains.ts';
import type { Database, Tx } from '../db/database.ts';

export async function countEnabled(db: Database): Promise<number> {
  const row = await db
    .selectFrom('user')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('status', '=', '0')
    .where('delFlag', '=', '0')
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

/** Another row, also in the recycle bin, with the same name, phone or e-mail, ignoring case. */
export function sameAs(db: Database | Tx, column: 'userName' | 'phonenumber' | 'email', value: string, except: number) {
  return db
    .selectFrom('user')
    .select(['id', 'delFlag'])
    .where(sql<string>`lower(${sql.ref(column)})`, '=', value.toLowerCase())
    .where('id', '<>', except)
    .executeTakeFirst();
}

export const roleIdsOf = async (db: Database | Tx, userId: number): Promise<number[]> =>
  (await db.selectFrom('userRole').select('roleId').where('userId', '=', userId).execute()).map((row) => row.roleId);

export const postIdsOf = async (db: Database | Tx, userId: number): Promise<number[]> =>
  (await db.selectFrom('userPost').select('postId').where('userId', '=', userId).execute()).map((row) => row.postId);

export async function setRoles(tx: Tx, userId: number, roleIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('userRole').where('userId', '=', userId).execute();
  if (roleIds.length > 0)
    await tx
      .insertInto('userRole')
      .values(roleIds.map((roleId) => ({ userId, roleId })))
      .execute();
}

export async function setPosts(tx: Tx, userId: number, postIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('userPost').where('userId', '=', userId).execute();
  const known = postIds.length === 0 ? [] : await tx.selectFrom('post').select('id').where('id', 'in', postIds).where('delFlag', '=', '0').execute();
  if (known.length > 0)
    await tx
      .insertInto('userPost')
      .values(known.map(({ id: postId }) => ({ userId, postId })))
      .execute();
}

export const deptExists = (db: Database | Tx, id: number) =>
  db.selectFrom('dept').select('id').where('id', '=', id).where('delFlag', '=', '0').executeTakeFirst();

export const allRoles = (db: Database | Tx) =>
  db.selectFrom('role').selectAll().where('delFlag', '=', '0').orderBy('roleSort').orderBy('id').execute();

export const allPosts = (db: Database | Tx) =>
  db.selectFrom('post').select(['id', 'postCode', 'postName', 'postSort', 'status']).where('delFlag', '=', '0').orderBy('postSort').execute();

interface Change {
  readonly status?: '0' | '1';
  readonly passwordHash?: string;
  readonly pwdUpdateDate?: number | null;
}

export const changeUser = (tx: Tx, id: number, updateBy: string, change: Change) =>
  tx
    .updateTable('user')
    .set((eb) => ({ ...change, updateBy, updateTime: Date.now(), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute();

const MAX_SUCCESSORS = 50;

/** Active users whose name contains a text. */
export function successorsNamed(db: Database, name: string | undefined) {
  let query = db.selectFrom('user as u').leftJoin('dept as d', 'd.id', 'u.deptId').where('u.status', '=', '0').where('u.delFlag', '=', '0');
  if (name) query = query.where((eb) => eb.or([contains('u.nickName', name), contains('u.userName', name)]));
  return query.select(['u.id as userId', 'u.nickName', 'd.deptName']).orderBy('u.nickName').orderBy('u.id').limit(MAX_SUCCESSORS).execute();
}
