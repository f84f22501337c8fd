import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { NO_SCRIPT, optionalText, remark, shown, status, text, integer } from '../field.ts';
import { id } from '../page.ts';
import { flatChildren, sortOrder, treeNode } from './tree.ts';
import { searchTerm } from '../search-term.ts';

export const dept = crud('/system/dept', {
  name: '部门',
  permission: 'system:dept',
  key: 'deptId',
  title: 'deptName',
  fields: {
    parentId: integer('上级部门', 0, Number.MAX_SAFE_INTEGER, 0),
    deptName: text('部门名称', 30, NO_SCRIPT('部门名称')),
    orderNum: integer('显示排序', 0, 99_999),
    leader: optionalText('负责人', 20, NO_SCRIPT('负责人')),
    phone: optionalText('联系电话', 11, [/^[\d-]{5,11}$/, '联系电话须是5到11位数字']),
    email: optionalText('邮箱', 50, [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, '邮箱格式错误']),
    status: status('部门状态'),
    remark: remark(),
  },
  shown: { ancestors: shown('祖级列表'), parentName: shown('上级名称'), delFlag: shown('删除标志'), children: flatChildren },
  filter: { deptName: 'like', status: 'equal' },
  calls: ['get', 'add', 'edit', 'remove'],
});
export type Dept = z.output<typeof dept.list.row>;

/** All departments that the current user may see, unpaged. */
export const listDepts = endpoint('GET /system/dept/list', {
  summary: '部门列表',
  access: 'system:dept:list',
  query: z.object({ deptName: searchTerm(200), status: z.string().max(1).optional() }),
  data: z.array(dept.list.row),
});

/** The same without one department and those below it: possible new parents for a move. */
export const listDeptsExcept = endpoint('GET /system/dept/list/exclude/{deptId}', {
  summary: '部门列表（排除节点）',
  access: 'system:dept:list',
  params: z.object({ deptId: id }),
  data: z.array(dept.list.row),
});

export const deptTree = endpoint('GET /system/dept/treeselect', { summary: '部门树', access: 'signed-in', data: z.array(treeNode) });

export const sortDepts = endpoint('PUT /system/dept/updateSort', {
  summary: '保存部门排序',
  access: 'system:dept:edit',
  body: sortOrder('deptIds'),
});
