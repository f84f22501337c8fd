import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { optionalReferences, NO_SCRIPT, remark, shown, shownOther, status, text, boolean, integer } from '../field.ts';
import { flag, id, paging } from '../page.ts';
import { treeNode } from './tree.ts';
import { userRow } from './user.ts';
import { searchTerm } from '../search-term.ts';

export const DATA_SCOPES = ['1', '2', '3', '4', '5'] as const;

export const role = crud('/system/role', {
  name: '角色',
  permission: 'system:role',
  confirm: ['add', 'edit', 'remove'],
  key: 'roleId',
  title: 'roleName',
  fields: {
    roleName: text('角色名称', 30, NO_SCRIPT('角色名称')),
    roleKey: text('权限字符', 100, [/^[A-Za-z][\w:-]*$/, '权限字符须以字母开头，只能有字母、数字、下划线、冒号和短横线']),
    roleSort: integer('显示顺序', 0, 99_999),
    status: status('角色状态'),
    menuCheckStrictly: boolean('菜单父子联动'),
    deptCheckStrictly: boolean('部门父子联动'),
    menuIds: optionalReferences('菜单权限'),
    remark: remark(),
  },
  shown: {
    dataScope: shown('数据范围', 'choice', { dict: 'sys_role_data_scope' }),
    delFlag: shown('删除标志'),
    admin: shownOther('超级管理员', z.boolean()),
    flag: shownOther('已分配', z.boolean()),
    deptIds: shownOther('数据部门', z.array(z.number()).nullable()),
    permissions: shownOther('权限', z.array(z.string()).nullable()),
  },
  filter: { roleName: 'like', roleKey: 'like', status: 'equal' },
  sort: ['roleId', 'roleName', 'roleKey', 'roleSort', 'createTime'],
});
export type Role = z.output<typeof role.list.row>;

const KEY = { roleId: id };
const list = z
  .string('请选择用户')
  .regex(/^\d{1,15}(,\d{1,15}){0,499}$/, '请选择用户')
  .transform((text) => text.split(',').map(Number));

/** 1 all, 2 named departments, 3 own department, 4 own and those below, 5 own rows. */
export const saveDataScope = endpoint('PUT /system/role/dataScope', {
  summary: '修改角色的数据权限',
  access: 'system:role:edit',
  confirm: true,
  body: z.object({
    ...KEY,
    dataScope: z.enum(DATA_SCOPES, '请选择数据范围'),
    deptIds: z.array(id).max(2000, '部门过多').nullish(),
    deptCheckStrictly: z.boolean().nullish(),
  }),
});

export const changeRoleStatus = endpoint('PUT /system/role/changeStatus', {
  summary: '启用或停用角色',
  access: 'system:role:edit',
  body: z.object({ ...KEY, status: flag }),
});

export const roleOptions = endpoint('GET /system/role/optionselect', {
  summary: '角色选项',
  access: 'system:role:query',
  data: z.array(role.list.row),
});

/** The departments of a role's data scope, and the tree to choose them from. */
export const deptsOfRole = endpoint('GET /system/role/deptTree/{roleId}', {
  summary: '角色的部门树',
  access: 'system:role:query',
  params: z.object(KEY),
  answer: z.object({ checkedKeys: z.array(z.number()), depts: z.array(treeNode) }),
});

const people = paging.extend({ ...KEY, userName: searchTerm(200), phonenumber: searchTerm(200) });

export const allocatedUsers = endpoint('GET /system/role/authUser/allocatedList', {
  summary: '已分配此角色的用户',
  access: 'system:role:list',
  query: people,
  row: userRow,
});

export const unallocatedUsers = endpoint('GET /system/role/authUser/unallocatedList', {
  summary: '未分配此角色的用户',
  access: 'system:role:list',
  query: people,
  row: userRow,
});

export const cancelUser = endpoint('PUT /system/role/authUser/cancel', {
  summary: '取消一人的角色',
  access: 'system:role:edit',
  confirm: true,
  body: z.object({ ...KEY, userId: id }),
});

export const cancelUsers = endpoint('PUT /system/role/authUser/cancelAll', {
  summary: '取消多人的角色',
  access: 'system:role:edit',
  confirm: true,
  query: z.object({ ...KEY, userIds: list }),
});

export const selectUsers = endpoint('PUT /system/role/authUser/selectAll', {
  summary: '给多人分配角色',
  access: 'system:role:edit',
  confirm: true,
  query: z.object({ ...KEY, userIds: list }),
});
