import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useQueryClient } from '@tanstack/react-query';
import { menusOfRole, menuTree } from '../../../contract/system/menu.ts';
import { changeRoleStatus, role, type Role } from '../../../contract/system/role.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { resource, type ControlProps } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { DataScopeDialog } from './data-scope-dialog.tsx';
import { StatusSwitch } from './status-switch.tsx';
import { TickTree } from './tick-tree.tsx';

/** #91: permissions and data scope of roles. */
export function RolePage() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [scoping, setScoping] = useState<Role | null>(null);
  const roles = useMemo(
    () =>
      resource(role, {
        columns: ['roleName', 'roleKey', 'roleSort', 'dataScope', 'status', 'createTime'],
        search: ['roleName', 'roleKey', 'status'],
        form: ['roleName', 'roleKey', 'roleSort', 'status', 'menuIds', 'remark'],
        empty: '暂无角色',
        widths: { status: 90, roleSort: 90 },
        initial: { menuIds: [], menuCheckStrictly: true, deptCheckStrictly: true },
        control: { menuIds: (props) => <Menus {...props} /> },
        read: async (roleId) => {
          const [row, { checkedKeys, menus }] = await Promise.all([
            call(role.get, { params: { id: roleId } }),
            call(menusOfRole, { params: { roleId } }),
          ]);
          return { ...row, menuIds: row.menuCheckStrictly ? withFathers(menus, checkedKeys) : checkedKeys };
        },
        cell: {
          status: (row, tools) => (
            <StatusSwitch
              name={row.roleName}
              status={row.status}
              tools={tools}
              disabled={row.admin || !tools.may('system:role:edit')}
              warning="停用后，持有它的人立即失去它带来的权限；再次启用即恢复。"
              change={(status) => call(changeRoleStatus, { body: { roleId: row.roleId, status } })}
            />
          ),
        },
        locked: (row) => (row.admin ? '超级管理员角色不能修改' : false),
        rowActions: (row) =>
          row.admin
            ? []
            : [
                { key: 'scope', label: '数据权限', permission: 'system:role:edit', run: () => setScoping(row) },
                {
                  key: 'people',
                  label: '分配用户',
                  permission: 'system:role:edit',
                  run: () => void navigate(`/system/role-auth/user/${row.roleId}`),
                },
              ],
        lost: () => '角色的菜单权限和数据范围会一并删除，不能恢复。已经分配给用户的角色不能删除。',
      }),
    [navigate],
  );
  return (
    <>
      <ResourcePage resource={roles} />
      {scoping ? (
        <DataScopeDialog role={scoping} onClose={() => setScoping(null)} onSaved={() => void client.invalidateQueries(allOf(role.list))} />
      ) : null}
    </>
  );
}

/** With linked nodes the server returns only the lowest checked ones; a role also includes their ancestors. */
function withFathers(menus: readonly { id: number; children?: typeof menus }[], ends: readonly number[]): number[] {
  const held = new Set(ends);
  const walk = (nodes: typeof menus): boolean =>
    nodes.reduce((some, node) => {
      const below = node.children ? walk(node.children) : false;
      if (below) held.add(node.id);
      return some || below || held.has(node.id);
    }, false);
  walk(menus);
  return [...held];
}

function Menus({ value, onChange, row }: ControlProps) {
  const [linked, setLinked] = useState(row?.['menuCheckStrictly'] !== false);
  return (
    <TickTree
      label="菜单权限"
      question={queryOf(menuTree, {})}
      value={(value ?? []) as number[]}
      onChange={(ids) => onChange?.(ids)}
      linked={linked}
      onLinked={setLinked}
      needsFathers
    />
  );
}
