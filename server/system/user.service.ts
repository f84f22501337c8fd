import { staff, type StaffUser } from '../../contract/system/user.ts';
import { crudService, type RequestCaller, type CrudService } from '../crud/crud-service.ts';
import type { Row, Write } from '../crud/crud-table.ts';
import { deptsBelow } from '../crud/data-scope.ts';
import type { Tx } from '../db/database.ts';
import type { AppContext } from '../context.ts';
import { sharedAnswer } from '../db/shared-answer.ts';
import { aboutPeople, wireRole } from '../identity/person.service.ts';
import { notify } from '../identity/second-factor/second-factor.service.ts';
import {
  endSessions,
  hasAllPermissions,
  newHash,
  NO_SUPER_USER,
  randomPassword,
  assertDeptInScope,
  assertOwnRoles,
  assertNameNotReserved,
  SUPER_ROLE,
  superUsers,
} from '../identity/staff.service.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { failed, forbidden, invalid, missing } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { saveIdentities } from '../identity/account-identity.service.ts';
import { handOverFrom, handOverNow, heldOf, requireNothingHeld, type HandoverChoice } from './handover.service.ts';
import {
  allPosts,
  allRoles,
  changeUser,
  countEnabled,
  deptExists,
  postIdsOf,
  roleIdsOf,
  sameAs,
  setPosts,
  setRoles,
  successorsNamed,
} from './user.queries.ts';
import { isOwnAccount } from '../http/person.policy.ts';

const LOG = '用户管理';
const OUTSIDE = '没有权限访问用户数据！';
const ONCE = { userName: '登录账号', phonenumber: '手机号码', email: '邮箱账号' } as const;

/** The id in a filter. Text that is not an id becomes 0, which matches nobody. */
const idOf = (text: string): number => (/^\d{1,15}$/.test(text) ? Number(text) : 0);

/** Nobody can sign in with this value: the account has no password yet. */
const NO_PASSWORD = 'none';

/**
 * Users. The `password` of a draft is already hashed (`addUser`): hashing takes 60 ms and must not run inside a
 * transaction.
 */
const rows = crudService(staff, {
  table: 'user',
  log: LOG,
  order: [['id', 'asc']],
  unique: { userName: '登录账号已存在' },
  virtualFields: ['password', 'postIds', 'roleIds'],
  removal: 'bin',
  scope: { dept: 'deptId', user: 'id' },
  outOfScopeMessage: OUTSIDE,
  filters: {
    deptId: async (query, value, context) => query.where('deptId', 'in', [idOf(value), ...(await deptsBelow(context.db, idOf(value)))]),
    roleId: (query, value, context) => query.where('id', 'in', context.db.selectFrom('userRole').select('userId').where('roleId', '=', idOf(value))),
    notRoleId: (query, value, context) =>
      query.where('id', 'not in', context.db.selectFrom('userRole').select('userId').where('roleId', '=', idOf(value))),
  },
  async show(db, found) {
    const about = await aboutPeople(
      db,
      found.map((row) => ({ id: row.id, deptId: row['deptId'] as number | null })),
    );
    return about.map((one) => ({ ...one, roleIds: null, postIds: null, roleId: null }));
  },
  check: checkPerson,
  columnsOf: ({ draft, before }) => (before ? {} : { passwordHash: draft.password || NO_PASSWORD, pwdUpdateDate: null }),
  async afterSave(tx, { id, draft, before }) {
    if (draft.roleIds !== null) await setRoles(tx, id, draft.roleIds);
    if (draft.postIds !== null) await setPosts(tx, id, draft.postIds);
    await saveIdentities(tx, id);
    if (before && draft.status === '1') await endSessions(tx, [id]);
  },
  async beforeRemove(tx, gone, currentUser) {
    const ids = gone.map((row) => row.id);
    if (ids.some((id) => isOwnAccount(id, currentUser))) throw failed('当前用户不能删除');
    if ((await superUsers(tx, ids)).size > 0) throw failed(NO_SUPER_USER);
    await requireNothingHeld(tx, ids, '删除');
    await endSessions(tx, ids);
  },
});

async function checkPerson(tx: Tx, { draft, before, currentUser }: Write<typeof staff>): Promise<void> {
  const act = before ? '修改' : '新增';
  const fail = (why: string) => failed(`${act}用户'${draft.userName}'失败，${why}`);
  if (before && (await superUsers(tx, [before.id])).size > 0 && !isOwnAccount(before.id, currentUser)) throw failed(NO_SUPER_USER);
  if (before && before['userName'] !== draft.userName) throw fail('登录账号不能修改');
  if (isOwnAccount(before?.id, currentUser) && draft.status === '1') throw fail('不能停用当前登录的账号');
  if (before && before['status'] === '0' && draft.status === '1') await requireNothingHeld(tx, [before.id], '停用');
  if (before?.['nickName'] !== draft.nickName) assertNameNotReserved(currentUser, draft.nickName);
  for (const column of ['userName', 'phonenumber', 'email'] as const) {
    const same = draft[column] === '' ? undefined : await sameAs(tx, column, draft[column], before?.id ?? 0);
    if (same) throw fail(same.delFlag === '0' ? `${ONCE[column]}已存在` : `${ONCE[column]}属于回收站里的用户，请先恢复或彻底删除`);
  }
  if (draft.deptId !== null && !(await deptExists(tx, draft.deptId))) throw fail('归属部门不存在');
  if (!before || before['deptId'] !== draft.deptId) await assertDeptInScope(tx, currentUser, draft.deptId, `system:user:${before ? 'edit' : 'add'}`);
  if (draft.roleIds) await rejectNewRoles(tx, currentUser, before?.id ?? 0, draft.roleIds, before ? 'edit' : 'add');
}

/** Checks only added roles: a user keeps the roles they already have. The super role can be neither granted nor revoked. */
async function rejectNewRoles(tx: Tx, currentUser: CurrentUser, userId: number, roleIds: readonly number[], action: 'add' | 'edit'): Promise<void> {
  const had = userId === 0 ? [] : await roleIdsOf(tx, userId);
  const supers = await superUsers(tx, [userId]);
  const lost = had.filter((id) => !roleIds.includes(id));
  if (supers.size > 0 && lost.length > 0) throw failed(NO_SUPER_USER);
  await assertOwnRoles(
    tx,
    currentUser,
    roleIds.filter((id) => !had.includes(id)),
    `system:user:${action}`,
  );
}

/** Creates a user. Without a password, a random one is generated and returned only here; it must be changed at the first sign-in. */
async function addUser(caller: RequestCaller, draft: Parameters<typeof rows.add>[1]): Promise<StaffUser & { initPassword?: string }> {
  const initPassword = draft.password ? undefined : randomPassword();
  const hash = await newHash(caller.context, draft.password || (initPassword ?? ''), draft);
  const row = await rows.add(caller, { ...draft, password: hash });
  return initPassword ? { ...row, initPassword } : row;
}

export const users: CrudService<typeof staff> = { ...rows, add: addUser };

export const enabledUsers = ({ db }: AppContext): Promise<number> => sharedAnswer(db, 'enabled users', ['user'], () => countEnabled(db));

/** Roles and posts that may be assigned to a user. The super role is listed only for a user who has it. */
export async function choicesFor(context: AppContext, userId: number | null) {
  const held = new Set(userId === null ? [] : await roleIdsOf(context.db, userId));
  const roles = (await allRoles(context.db)).filter((row) => row.roleKey !== SUPER_ROLE || held.has(row.id));
  const posts = await allPosts(context.db);
  return {
    roles: roles.map((row) => wireRole(row, held.has(row.id))),
    posts: posts.map(({ id: postId, postCode, postName, postSort, status }) => ({ postId, postCode, postName, postSort, status })),
  };
}

export async function userDetail(context: AppContext, currentUser: CurrentUser, userId: number) {
  const data = await users.get(context, currentUser, userId);
  const roleIds = await roleIdsOf(context.db, userId);
  const postIds = await postIdsOf(context.db, userId);
  return { data: { ...data, roleIds, postIds }, roleIds, postIds, ...(await choicesFor(context, userId)) };
}

/** The row of a user whom the current user may change. */
async function person(tx: Tx, currentUser: CurrentUser, userId: number, permission: string): Promise<Row> {
  const [row] = await users.within(tx, currentUser, [userId], permission);
  if (!row)
    throw (await tx.selectFrom('user').select('id').where('id', '=', userId).where('delFlag', '=', '0').executeTakeFirst())
      ? forbidden(OUTSIDE)
      : missing('用户不存在或已被删除，请刷新后重试');
  if ((await superUsers(tx, [userId])).size > 0) throw failed(NO_SUPER_USER);
  return row;
}

export async function setStatus(caller: RequestCaller, userId: number, status: '0' | '1', handover: HandoverChoice = {}): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    if (isOwnAccount(userId, currentUser)) throw failed('不能停用当前登录的账号');
    await person(tx, currentUser, userId, 'system:user:edit');
    if (status === '1') await handOverFrom(tx, currentUser, userId, handover);
    await changeUser(tx, userId, currentUser.userName, { status });
    if (status === '1') await endSessions(tx, [userId]);
  });
}

export const heldWorkOf = (context: AppContext, currentUser: CurrentUser, userId: number) =>
  context.db.transaction().execute(async (tx) => {
    await person(tx, currentUser, userId, 'system:user:edit');
    return heldOf(tx, userId);
  });

export const successorsFor = async (context: AppContext, name: string | undefined) =>
  (await successorsNamed(context.db, name)).map((row) => ({ ...row, deptName: row.deptName ?? '' }));

export const handOver = async (caller: RequestCaller, userId: number, choice: HandoverChoice): Promise<{ items: number }> => ({
  items: await handOverNow(caller, userId, choice, (tx) => person(tx, caller.currentUser, userId, 'system:user:edit')),
});

/**
 * Sets the password of another user, ends their sessions and requires a new password at the next sign-in. Returns the password when it was
 * generated.
 */
export async function setPassword(caller: RequestCaller, userId: number, given: string): Promise<string | undefined> {
  const { context, currentUser } = caller;
  if (isOwnAccount(userId, currentUser)) throw failed('请在个人中心修改自己的密码');
  const initPassword = given ? undefined : randomPassword();
  const found = await context.db
    .selectFrom('user')
    .select(['userName', 'nickName', 'phonenumber', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const passwordHash = await newHash(context, given || (initPassword ?? ''), found ?? { userName: '' });
  await withOperationLog(caller, { title: LOG, business: 'edit' }, async (tx) => {
    await person(tx, currentUser, userId, 'system:user:resetPwd');
    await assertNotStronger(tx, currentUser, userId);
    await changeUser(tx, userId, currentUser.userName, { passwordHash, pwdUpdateDate: null });
    await endSessions(tx, [userId]);
    await notify(tx, userId, '您的密码已由管理员重置', '所有设备上的登录都已退出，下次登录后请改成自己的密码。如果您没有要求重置，请联系管理员。');
  });
  return initPassword;
}

/** A user who sets the password of another user could sign in as them, so users with more permissions are rejected. */
async function assertNotStronger(tx: Tx, currentUser: CurrentUser, userId: number): Promise<void> {
  if (hasAllPermissions(currentUser)) return;
  await assertOwnRoles(tx, currentUser, await roleIdsOf(tx, userId), 'system:user:resetPwd');
}

export async function rolesFor(context: AppContext, currentUser: CurrentUser, userId: number) {
  return { user: await users.get(context, currentUser, userId), roles: (await choicesFor(context, userId)).roles };
}

export async function setRolesOf(caller: RequestCaller, userId: number, roleIds: readonly number[]): Promise<void> {
  const { currentUser } = caller;
  await withOperationLog(caller, { title: LOG, business: 'grant' }, async (tx) => {
    await person(tx, currentUser, userId, 'system:user:edit');
    if (new Set(roleIds).size < roleIds.length) throw invalid('角色重复');
    await rejectNewRoles(tx, currentUser, userId, roleIds, 'edit');
    await setRoles(tx, userId, roleIds);
    await changeUser(tx, userId, currentUser.userName, {});
  });
}
