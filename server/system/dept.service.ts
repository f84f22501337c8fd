import { dept, type Dept } from '../../contract/system/dept.ts';
import type { TreeNode } from '../../contract/system/tree.ts';
import { crudService, type RequestCaller } from '../crud/crud-service.ts';
import type { CrudTable } from '../crud/crud-table.ts';
import type { AppContext } from '../context.ts';
import { assertDeptInScope } from '../identity/staff.service.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { failed, forbidden, warning } from '../http/app-error.ts';
import type { CurrentUser } from '../http/current-user.ts';
import { childOf, deptById, deptNames, enableDepts, enabledBelow, forgetDepts, moveBelow, personOf, placeDepts } from './dept.queries.ts';
import { treeOf } from './tree.ts';

const OUTSIDE = '没有权限访问部门数据！';
const idsOf = (ancestors: string): number[] => ancestors.split(',').map(Number).filter(Boolean);

/** Departments form a tree: `ancestors` is the path of ids from the root, `0,100,101`. */
const deptTable: CrudTable<typeof dept> = {
  table: 'dept',
  log: '部门管理',
  order: [
    ['parentId', 'asc'],
    ['orderNum', 'asc'],
    ['id', 'asc'],
  ],
  unique: { deptName: '部门名称已存在' },
  within: ['parentId'],
  removal: 'hard',
  scope: { dept: 'id' },
  outOfScopeMessage: OUTSIDE,
  async show(db, rows) {
    const parents = [...new Set(rows.map((row) => Number(row['parentId'])).filter(Boolean))];
    const names = new Map(parents.length === 0 ? [] : (await deptNames(db, parents)).map((row) => [row.id, row.deptName]));
    return rows.map((row) => ({ parentName: names.get(Number(row['parentId'])) ?? '', children: [] }));
  },
  async check(tx, { draft, before, currentUser }) {
    const { parentId, deptName, status } = draft;
    const act = before ? '修改' : '新增';
    if (before && before.id === parentId) throw failed(`修改部门'${deptName}'失败，上级部门不能是自己`);
    const moved = !before || before['parentId'] !== parentId;
    const parent = parentId === 0 ? undefined : await deptById(tx, parentId);
    if (parentId !== 0 && !parent) throw failed(`${act}部门'${deptName}'失败，上级部门不存在`);
    if (moved) await assertDeptInScope(tx, currentUser, parentId || null, `system:dept:${before ? 'edit' : 'add'}`);
    if (parent?.status === '1' && moved) throw failed('部门停用，不允许新增');
    if (before && parent && idsOf(parent.ancestors).includes(before.id)) throw failed(`修改部门'${deptName}'失败，上级部门不能是自己的下级`);
    if (before && status === '1' && (await enabledBelow(tx, before.id))) throw failed('该部门包含未停用的子部门！');
  },
  async columnsOf({ draft }, tx) {
    const parent = draft.parentId === 0 ? undefined : await deptById(tx, draft.parentId);
    return { ancestors: parent ? `${parent.ancestors},${parent.id}` : '0' };
  },
  async afterSave(tx, { id, before, draft }) {
    const after = await deptById(tx, id);
    if (!after) return;
    const from = String(before?.['ancestors'] ?? '');
    if (before && from !== after.ancestors) await moveBelow(tx, id, from, after.ancestors);
    const above = idsOf(after.ancestors);
    if (draft.status === '0' && above.length > 0) await enableDepts(tx, above);
  },
  async beforeRemove(tx, rows) {
    for (const { id } of rows) {
      if (await childOf(tx, id)) throw warning('存在下级部门,不允许删除');
      if (await personOf(tx, id)) throw warning('部门存在用户,不允许删除');
    }
    await forgetDepts(
      tx,
      rows.map((row) => row.id),
    );
  },
};

export const depts = crudService(dept, deptTable);

/** Returns the departments a user may see with a permission. `except` excludes one department and its descendants. */
export async function seenDepts(
  context: AppContext,
  currentUser: CurrentUser,
  asked: { deptName?: string | undefined; status?: string | undefined; except?: number } = {},
  permission?: string,
): Promise<Dept[]> {
  const rows = await depts.all(context, currentUser, asked, permission);
  const { except } = asked;
  return except ? rows.filter((row) => row.deptId !== except && !idsOf(row.ancestors).includes(except)) : rows;
}

export async function deptChoices(context: AppContext, currentUser: CurrentUser, permission: string): Promise<TreeNode[]> {
  const rows = await seenDepts(context, currentUser, {}, permission);
  return treeOf(rows.map(({ deptId, parentId, deptName, status }) => ({ id: deptId, parentId, label: deptName, disabled: status === '1' })));
}

/** Reorders departments; `orders[i]` is the position of `ids[i]`. */
export async function placeDeptsInOrder(caller: RequestCaller, ids: readonly number[], orders: readonly number[]): Promise<void> {
  const seen = new Set((await seenDepts(caller.context, caller.currentUser, {}, 'system:dept:edit')).map((row) => row.deptId));
  if (ids.some((id) => !seen.has(id))) throw forbidden(OUTSIDE);
  await withOperationLog(caller, { title: deptTable.log, business: 'edit' }, (tx) => placeDepts(tx, ids, orders));
}
