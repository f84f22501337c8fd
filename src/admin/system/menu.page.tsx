import { useMemo } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { getRouters } from '../../../contract/identity/session.ts';
import { listMenus, menu, menuTree, sortMenus, type Menu } from '../../../contract/system/menu.ts';
import { call } from '../../api/call.ts';
import { allOf } from '../../api/all-of.ts';
import { queryOf } from '../../api/query-client.ts';
import { resource, type Values } from '../crud/resource.ts';
import { TreePage } from '../crud/tree-page.tsx';
import { menuIcon } from '../ui/menu-icon.ts';
import { IconChoice } from './icon-choice.tsx';
import { movedOrder } from './sibling-order.ts';
import { TreeChoice } from './tree-choice.tsx';

const isPage = (values: Values): boolean => values['menuType'] === 'C';
const isShown = (values: Values): boolean => values['menuType'] !== 'F';

/** #93: the admin menu and its permissions. */
export function MenuPage() {
  const client = useQueryClient();
  const question = queryOf(listMenus, {});
  const menus = useMemo(() => {
    const move = (row: Menu, by: -1 | 1) => {
      const rows = client.getQueryData<Menu[]>(queryOf(listMenus, {}).queryKey) ?? [];
      return movedOrder(
        rows.filter((one) => one.parentId === row.parentId).map((one) => one.menuId),
        row.menuId,
        by,
      );
    };
    return resource(menu, {
      columns: ['menuName', 'menuType', 'orderNum', 'perms', 'path', 'component', 'visible', 'status'],
      search: ['menuName', 'visible', 'status'],
      form: [
        'parentId',
        'menuType',
        'menuName',
        'orderNum',
        'icon',
        'path',
        'component',
        'perms',
        'query',
        'routeName',
        'isFrame',
        'isCache',
        'visible',
        'status',
      ],
      empty: '暂无菜单',
      widths: { menuName: 220, menuType: 80, orderNum: 60, visible: 80, status: 80, perms: 180, path: 120, component: 160 },
      initial: { menuType: 'M', orderNum: 1 },
      control: {
        parentId: (props) => (
          <TreeChoice
            {...props}
            question={queryOf(menuTree, {})}
            root="主类目"
            placeholder="请选择上级菜单"
            {...(props.row ? { without: Number(props.row['menuId']) } : {})}
          />
        ),
        icon: ({ id, value, onChange }) => (
          <IconChoice {...(id ? { id } : {})} value={(value ?? '') as string} onChange={(icon) => onChange?.(icon)} />
        ),
      },
      shows: {
        icon: isShown,
        path: isShown,
        component: isPage,
        query: isPage,
        routeName: isPage,
        isFrame: isShown,
        isCache: isPage,
        visible: isShown,
        perms: (values) => values['menuType'] !== 'M',
      },
      cell: {
        menuName: (row) => (
          <>
            {row.menuType === 'F' ? null : <span style={{ marginInlineEnd: 6 }}>{menuIcon(row.icon)}</span>}
            {row.menuName}
          </>
        ),
        perms: (row) => <span className="code">{row.perms}</span>,
      },
      rowActions: (row, tools) =>
        ([-1, 1] as const).flatMap((by) => {
          const order = move(row, by);
          return order
            ? [
                {
                  key: String(by),
                  label: by < 0 ? '上移' : '下移',
                  permission: 'system:menu:edit',
                  run: () =>
                    void tools.act(
                      () => call(sortMenus, { body: { menuIds: order.join(), orderNums: order.map((_one, index) => index + 1).join() } }),
                      '顺序已保存',
                    ),
                },
              ]
            : [];
        }),
      lost: () => '菜单删除后不能恢复；有子菜单或已分配给角色的菜单不能删除。',
      written: () => [menuTree, getRouters].forEach((one) => void client.invalidateQueries(allOf(one))),
    });
  }, [client]);
  return <TreePage resource={menus} question={question} parent="parentId" takes={(row) => row['menuType'] !== 'F'} open={false} />;
}
