import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, optionalReferences, NO_SCRIPT, optionalText, reference, remark, shown, shownOther, status, text, type FieldMeta } from '../field.ts';
import { PASSWORD_WORDS, USER_NAME, USER_NAME_WORDS } from '../identity/register.ts';
import { roleOfUser, wireDept } from '../identity/session.ts';
import { flag, id } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { treeNode } from './tree.ts';

/** A password set by another user. If empty, the server generates one and returns it once. */
const password = z
  .string('密码不正确')
  .refine((value) => value === '' || (value.length >= 6 && value.length <= 20), PASSWORD_WORDS)
  .nullish()
  .transform((value) => value ?? '');
const secret: FieldMeta = {
  label: '登录密码',
  kind: 'password',
  max: 20,
  secret: true,
  help: '留空则随机生成一个，只显示一次；首次登录会提醒本人修改',
};

export const staff = crud('/system/user', {
  name: '用户',
  permission: 'system:user',
  confirm: ['add', 'edit', 'remove', 'export', 'import'],
  key: 'userId',
  title: 'userName',
  fields: {
    userName: text('登录账号', 20, [USER_NAME, USER_NAME_WORDS]),
    nickName: text('用户昵称', 30, NO_SCRIPT('用户昵称')),
    deptId: reference('归属部门'),
    /** Without the permission to see phone numbers, a form sends back the masked one; the server then keeps the stored one. */
    phonenumber: optionalText('手机号码', 11, [/^1([345789]\d{9}|\d{2}\*{4}\d{4})$/, '手机号格式错误']),
    email: optionalText('邮箱', 50, [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, '邮箱格式错误']),
    password: password.meta(secret as unknown as Record<string, unknown>),
    sex: choice('性别', 'sys_user_sex', ['0', '1', '2'], '2'),
    status: status('账号状态'),
    postIds: optionalReferences('岗位'),
    roleIds: optionalReferences('角色'),
    remark: remark(),
  },
  shown: {
    deptName: shown('部门'),
    avatar: shown('头像'),
    delFlag: shown('删除标志'),
    loginIp: shown('最后登录IP'),
    loginDate: shown('最后登录时间', 'time'),
    pwdUpdateDate: shown('改密时间', 'time'),
    roleNames: shown('角色名称'),
    dept: shownOther('所属部门', wireDept),
    roles: shownOther('角色列表', z.array(roleOfUser)),
    roleId: shownOther('角色编号', z.null()),
    admin: shownOther('超级管理员', z.boolean()),
  },
  filter: {
    userName: 'like',
    nickName: 'like',
    phonenumber: 'like',
    status: 'equal',
    deptId: 'own',
    roleId: 'own',
    notRoleId: 'own',
  },
  sort: ['userId', 'userName', 'nickName', 'createTime', 'loginDate'],
  calls: ['list', 'add', 'edit', 'remove', 'export', 'import'],
});
export const userRow = staff.list.row;
export type StaffUser = z.output<typeof userRow>;

export const userCount = endpoint('GET /system/user/userCount', { summary: '用户总数', access: 'public', data: z.number() });

const choices = {
  roles: z.array(roleOfUser),
  posts: z.array(z.object({ postId: z.number(), postCode: z.string(), postName: z.string(), postSort: z.number(), status: flag })),
};

/** Options for a new user; the address ends with a slash. */
export const userChoices = endpoint('GET /system/user/', { summary: '新增用户的选项', access: 'system:user:query', answer: z.object(choices) });

export const getUser = endpoint('GET /system/user/{userId}', {
  summary: '查询用户',
  access: 'system:user:query',
  params: z.object({ userId: id }),
  answer: z.object({ data: userRow, postIds: z.array(z.number()), roleIds: z.array(z.number()), ...choices }),
});

/** Ends the user's sessions; the password must be changed at the next sign-in. `initPassword` is returned if none was given. */
export const resetPassword = endpoint('PUT /system/user/resetPwd', {
  summary: '重置密码',
  access: 'system:user:resetPwd',
  confirm: true,
  body: z.object({ userId: id, password }),
  answer: z.object({ initPassword: z.string().optional() }),
});

/** To whom the work of a stopped account goes; `leave` gives what the successor may not have back to those who assign it. */
const handoverChoice = {
  successorId: id.nullish(),
  leave: z.boolean().nullish(),
  reason: z.string().trim().max(200, '原因不能超过200个字').nullish(),
};

export const changeUserStatus = endpoint('PUT /system/user/changeStatus', {
  summary: '启用或停用用户',
  access: 'system:user:edit',
  body: z.object({ userId: id, status: flag, ...handoverChoice }),
});

/** Work assigned to a user that must be handed over before the account stops. */
export const heldWork = endpoint('GET /system/user/held/{userId}', {
  summary: '用户手上的工作',
  access: 'system:user:edit',
  params: z.object({ userId: id }),
  data: z.array(z.object({ key: z.string(), label: z.string(), id: z.number(), title: z.string(), note: z.string() })),
});

/** Hands over everything that a user holds; the account stays as it is. */
export const handOverWork = endpoint('POST /system/user/handOver', {
  summary: '交接用户手上的工作',
  access: 'system:user:edit',
  body: z.object({ userId: id, ...handoverChoice }),
  data: z.object({ items: z.number() }),
});

/** Active users who can take over, by name. */
export const successorChoices = endpoint('GET /system/user/successors', {
  summary: '可以接手的用户',
  access: 'system:user:edit',
  query: z.object({ name: searchTerm(30) }),
  data: z.array(z.object({ userId: z.number(), nickName: z.string(), deptName: z.string() })),
});

export const rolesOfUser = endpoint('GET /system/user/authRole/{userId}', {
  summary: '用户的角色',
  access: 'system:user:query',
  params: z.object({ userId: id }),
  answer: z.object({ user: userRow, roles: z.array(roleOfUser) }),
});

/** An empty list removes all roles. */
export const saveRolesOfUser = endpoint('PUT /system/user/authRole', {
  summary: '给用户分配角色',
  access: 'system:user:edit',
  confirm: true,
  query: z.object({
    userId: id,
    roleIds: z
      .string()
      .regex(/^(\d{1,15}(,\d{1,15}){0,499})?$/, '角色不正确')
      .default('')
      .transform((text) => text.split(',').filter(Boolean).map(Number)),
  }),
});

export const userDeptTree = endpoint('GET /system/user/deptTree', { summary: '部门树', access: 'system:user:list', data: z.array(treeNode) });
