import { useMemo, useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useParams } from 'react-router-dom';
import { allocatedUsers, cancelUser, cancelUsers, role, selectUsers, unallocatedUsers } from '../../../contract/system/role.ts';
import { staff } from '../../../contract/system/user.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { resource } from '../crud/resource.ts';
import { ResourcePage } from '../crud/resource-page.tsx';
import { Drawer } from '../ui/drawer.tsx';
import { useNarrow } from '../ui/use-device.ts';

const LOST = '立即失去这个角色带来的权限；账号和内容不受影响，可以再添加回来。';
const COLUMNS = ['userName', 'nickName', 'deptName', 'phonenumber', 'status', 'createTime'] as const;
const SEARCH = ['userName', 'phonenumber'];
/** The users of a role use the user list with the role's own endpoint. */
const holders = { ...staff, path: '/system/role/authUser', list: allocatedUsers, calls: ['list'], sort: [] } as unknown as typeof staff;
const others = { ...holders, list: unallocatedUsers } as unknown as typeof staff;

/** #106: users of a role. */
export function RoleAuthPage() {
  const roleId = Number(useParams()['roleId']);
  const narrow = useNarrow();
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const found = useQuery(queryOf(role.get, { params: { id: roleId } }));
  const again = () => Promise.all([allocatedUsers, unallocatedUsers].map((one) => client.invalidateQueries(allOf(one))));
  const held = useMemo(
    () =>
      resource(holders, {
        columns: COLUMNS,
        search: SEARCH,
        empty: '该角色暂无用户',
        rowActions: (row, tools) => [
          {
            key: 'cancel',
            label: '取消授权',
            danger: true,
            run: () =>
              tools.ask(
                { title: `取消「${row.nickName}」的这个角色？`, content: LOST, verb: '取消授权', danger: true },
                () => call(cancelUser, { body: { roleId, userId: row.userId } }),
                '已取消授权',
              ),
          },
        ],
        toolbar: (tools, chosen) => (
          <>
            <Button type="primary" onClick={() => setAdding(true)}>
              添加用户
            </Button>
            <Button
              danger
              disabled={chosen.length === 0}
              onClick={() =>
                tools.ask(
                  {
                    title: `取消 ${chosen.length} 人的这个角色？`,
                    content: LOST,
                    verb: '取消授权',
                    danger: true,
                  },
                  () => call(cancelUsers, { query: { roleId, userIds: chosen.map((row) => row.userId).join() } }),
                  '已取消授权',
                )
              }
            >
              取消授权
            </Button>
          </>
        ),
      }),
    [roleId],
  );
  const free = useMemo(
    () =>
      resource(others, {
        columns: COLUMNS,
        search: SEARCH,
        empty: '没有可以添加的用户',
        toolbar: (tools, chosen) => (
          <Button
            type="primary"
            disabled={chosen.length === 0}
            onClick={() =>
              void tools
                .act(() => call(selectUsers, { query: { roleId, userIds: chosen.map((row) => row.userId).join() } }), `已添加 ${chosen.length} 人`)
                .then((done) => (done ? (setAdding(false), again()) : []))
            }
          >
            添加选中的用户
          </Button>
        ),
      }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the client stays
    [roleId],
  );
  return (
    <>
      <ResourcePage
        resource={held}
        fixed={{ roleId }}
        heading={<h1 className="page-heading">{found.data ? `「${found.data.roleName}」的用户` : <Skeleton.Input active size="small" />}</h1>}
      />
      <Drawer open={adding} destroyOnHidden size={narrow ? '100%' : 900} title="添加用户" onClose={() => setAdding(false)}>
        <ResourcePage resource={free} fixed={{ roleId }} part={null} />
      </Drawer>
    </>
  );
}
