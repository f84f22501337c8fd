import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import { isDatabase, type Database, type Tx } from '../db/database.ts';
import { ReadCache } from '../db/read-cache.ts';
import type { WatchedTable } from '../db/watched-tables.ts';
import { EVERY_PERMISSION } from '../../contract/identity/session.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { isOwnAccount } from '../http/person.policy.ts';

/** The rows a user may see: all rows, or those of some departments and possibly their own. */
export type Scope = 'all' | { readonly deptIds: readonly number[]; readonly own: boolean };

/**
 * Returns the data scope of the current user for a permission: the enabled roles that carry it, combined with "or".
 * 1 all, 2 departments assigned to the role, 3 own department, 4 own department and its descendants, 5 own rows.
 */
export async function scopeOf(db: Database | Tx, currentUser: CurrentUser, permission: string): Promise<Scope> {
  if (currentUser.permissions.has(EVERY_PERMISSION)) return 'all';
  const read = () => storedScope(db, currentUser, permission);
  const { userId, deptId } = currentUser;
  return isDatabase(db) ? scopes.get(db, JSON.stringify([userId, deptId, permission]), db.writes.of(SCOPE_TABLES), read) : read();
}

const SCOPE_TABLES = ['userRole', 'role', 'roleMenu', 'menu', 'roleDept', 'dept'] as const satisfies readonly WatchedTable[];
const scopes = new ReadCache({ most: 5_000, freshMs: 55_000, unheardMs: 0 });

async function storedScope(db: Database | Tx, currentUser: CurrentUser, permission: string): Promise<Scope> {
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

/** Returns the ids of all departments below a department, at any depth. */
export async function deptsBelow(db: Database | Tx, deptId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('dept')
    .select('id')
    .where(sql<SqlBool>`',' || ancestors || ',' like ${`%,${deptId},%`}`)
    .where('delFlag', '=', '0')
    .execute();
  return rows.map((row) => row.id);
}

/** The columns that decide who sees a row: its department, and the user it belongs to. */
export interface ScopeColumns {
  readonly dept?: string;
  readonly user?: string;
  /** The user a row is about: everybody who may see that user sees the row. */
  readonly person?: string;
  /** The sign-in name, in any case, of the user a row is about. A row with an unknown name is visible only with the scope for all data. */
  readonly name?: string;
}

/** Conditions that match rows whose sign-in name belongs to a user in the scope. */
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

/** Returns the condition of a scope over a table's columns; null when all rows are visible. */
export function within(scope: Scope, columns: ScopeColumns, currentUser: CurrentUser): Expression<SqlBool> | null {
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
  return ways.length === 0 ? none : sql<SqlBool>`(${sql.join(ways, sql` or `)})`;
}

/** Returns whether the outer scope includes everything in the inner scope. */
export function isWithinScope(inner: Scope, outer: Scope): boolean {
  if (outer === 'all') return true;
  if (inner === 'all') return false;
  return inner.deptIds.every((id) => outer.deptIds.includes(id)) && (!inner.own || outer.own);
}

/** Returns the union of the scopes of several permissions. */
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

/** Returns whether a user, by id and department, is within a scope. */
export const sees = (scope: Scope, currentUser: CurrentUser, person: { readonly id: number; readonly deptId: number | null }): boolean =>
  scope === 'all' || (person.deptId !== null && scope.deptIds.includes(person.deptId)) || (scope.own && isOwnAccount(person.id, currentUser));
