import { sql, type ExpressionWrapper, type RawBuilder, type SqlBool } from 'kysely';
import type { Database, Tx } from '../db/database.ts';
import { EVERY_PERMISSION } from '../../contract/identity/session.ts';
import type { CurrentUser } from '../http/current-user.ts';

/** Whose rows may be seen: everybody's, or those of some departments and perhaps one's own. */
export type Scope = 'all' | { readonly deptIds: readonly number[]; readonly own: boolean };

/**
 * The data scope a visitor has with a permission: the enabled roles that carry it, joined by "or".
 * 1 all, 2 departments named for the role, 3 own department, 4 own and those below, 5 own rows.
 */
export async function scopeOf(db: Database | Tx, currentUser: CurrentUser, permission: string): Promise<Scope> {
  if (currentUser.permissions.has(EVERY_PERMISSION)) return 'all';
  const roles = await db
    .selectFrom('userRole')
    .innerJoin('role', 'role.id', 'userRole.roleId')
    .innerJoin('roleMenu', 'roleMenu.roleId', 'role.id')
    .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
    .select(['role.id', 'role.dataScope'])
    .distinct()
    .where('userRole.userId', '=', currentUser.userId)
    .where('role.status', '=', '0')
    .where('role.delFlag', '=', '0')
    .where('menu.status', '=', '0')
    .where('menu.perms', '=', permission)
    .execute();
  if (roles.some((role) => role.dataScope === '1')) return 'all';
  const deptIds = new Set<number>();
  const named = roles.filter((role) => role.dataScope === '2').map((role) => role.id);
  if (named.length > 0) {
    for (const { deptId } of await db.selectFrom('roleDept').select('deptId').where('roleId', 'in', named).execute()) deptIds.add(deptId);
  }
  if (currentUser.deptId !== null) {
    if (roles.some((role) => role.dataScope === '3' || role.dataScope === '4')) deptIds.add(currentUser.deptId);
    if (roles.some((role) => role.dataScope === '4')) for (const below of await deptsBelow(db, currentUser.deptId)) deptIds.add(below);
  }
  return { deptIds: [...deptIds], own: roles.some((role) => role.dataScope === '5') };
}

/** Ids of the departments under one, at any depth. */
export async function deptsBelow(db: Database | Tx, deptId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('dept')
    .select('id')
    .where(sql<SqlBool>`',' || ancestors || ',' like ${`%,${deptId},%`}`)
    .where('delFlag', '=', '0')
    .execute();
  return rows.map((row) => row.id);
}

/** The columns a resource is seen by: the row's department, and the person it belongs to. */
export interface ScopeColumns {
  readonly dept?: string;
  readonly user?: string;
  /** The person a row is about: it is seen by whoever sees that person. */
  readonly person?: string;
  /** A sign-in name, in any case, of the person a row is about; a row with an unknown name is shown only with the scope of all data. */
  readonly name?: string;
}

/** True for rows whose sign-in name is one of the people in a scope. */
function ownNames(column: string, scope: Exclude<Scope, 'all'>, currentUser: CurrentUser): RawBuilder<SqlBool>[] {
  const name = sql`lower(${sql.ref(column)})`;
  const depts = sql.ref('user.deptId');
  return [
    ...(scope.deptIds.length > 0
      ? [
          sql<SqlBool>`${name} in (select lower(${sql.ref('user.userName')}) from ${sql.table('user')} where ${depts} in (${sql.join(scope.deptIds)}))`,
        ]
      : []),
    ...(scope.own ? [sql<SqlBool>`${name} = ${currentUser.userName.toLowerCase()}`] : []),
  ];
}

type Bool = ExpressionWrapper<never, never, SqlBool>;

/** The condition of a scope over a table's columns; null where everything may be seen. */
export function within(scope: Scope, columns: ScopeColumns, currentUser: CurrentUser): Bool | null {
  if (scope === 'all') return null;
  const own = columns.user ?? columns.person;
  const ways = [
    ...(columns.dept && scope.deptIds.length > 0 ? [sql<SqlBool>`${sql.ref(columns.dept)} in (${sql.join(scope.deptIds)})`] : []),
    ...(columns.person && scope.deptIds.length > 0
      ? [
          sql<SqlBool>`${sql.ref(columns.person)} in (select ${sql.ref('user.id')} from ${sql.table('user')} where ${sql.ref('user.deptId')} in (${sql.join(scope.deptIds)}))`,
        ]
      : []),
    ...(columns.name ? ownNames(columns.name, scope, currentUser) : []),
    ...(own && scope.own ? [sql<SqlBool>`${sql.ref(own)} = ${currentUser.userId}`] : []),
  ];
  const none = sql<SqlBool>`1 = 0`;
  return (ways.length === 0 ? none : sql<SqlBool>`(${sql.join(ways, sql` or `)})`) as unknown as Bool;
}

/** Whether everything one scope shows is also shown by another. */
export function isWithinScope(inner: Scope, outer: Scope): boolean {
  if (outer === 'all') return true;
  if (inner === 'all') return false;
  return inner.deptIds.every((id) => outer.deptIds.includes(id)) && (!inner.own || outer.own);
}

/** The scopes of several permissions together. */
export async function scopeOfAny(db: Database | Tx, currentUser: CurrentUser, permissions: readonly string[]): Promise<Scope> {
  const deptIds = new Set<number>();
  let own = false;
  for (const permission of permissions) {
    const scope = await scopeOf(db, currentUser, permission);
    if (scope === 'all') return 'all';
    for (const id of scope.deptIds) deptIds.add(id);
    own ||= scope.own;
  }
  return { deptIds: [...deptIds], own };
}

/** The condition that a person, by his id and department, is within a scope. */
export const sees = (scope: Scope, currentUser: CurrentUser, person: { readonly id: number; readonly deptId: number | null }): boolean =>
  scope === 'all' || (person.deptId !== null && scope.deptIds.includes(person.deptId)) || (scope.own && person.id === currentUser.userId);
