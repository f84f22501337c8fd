import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { choice, NO_SCRIPT, optionalText, remark, shown, status, text, integer } from '../field.ts';
import { id } from '../page.ts';
import { flatChildren, sortOrder, treeNode } from './tree.ts';
import { searchTerm } from '../search-term.ts';

export const menu = crud('/system/menu', {
  name: '菜单',
  permission: 'system:menu',
  key: 'menuId',
  title: 'menuName',
  fields: {
    parentId: integer('上级菜单', 0, Number.MAX_SAFE_INTEGER, 0),
    menuType: choice('菜单类型', 'sys_menu_type', ['M', 'C', 'F']),
    menuName: text('菜单名称', 50, NO_SCRIPT('菜单名称')),
    icon: optionalText('菜单图标', 100, [/^[\w#-]*$/, '菜单图标不正确']),
    orderNum: integer('排序', 0, 99_999),
    path: optionalText('路由地址', 200, [/^(?!\s*(javascript|data|vbscript):)[^<>"'\s]*$/i, '路由地址不正确']),
    component: optionalText('组件路径', 200, [/^[\w/.-]*$/, '组件路径只能有字母、数字和 / . -']),
    query: optionalText('路由参数', 255),
    routeName: optionalText('路由名称', 50, [/^[\w-]*$/, '路由名称只能有字母、数字和 -']),
    isFrame: choice('是否外链', 'sys_menu_frame', ['0', '1'], '1'),
    isCache: choice('是否缓存', 'sys_menu_cache', ['0', '1'], '0'),
    visible: choice('显示状态', 'sys_show_hide', ['0', '1'], '0'),
    status: status('菜单状态'),
    perms: optionalText('权限标识', 100, [/^[A-Za-z]\w*(:\w+){2}$/, '权限标识须写成 模块:对象:操作']),
    remark: remark(),
  },
  shown: { parentName: shown('上级名称'), children: flatChildren },
  filter: { menuName: 'like', visible: 'equal', status: 'equal' },
  calls: ['get', 'add', 'edit', 'remove'],
});
export type Menu = z.output<typeof menu.list.row>;

/** All menu rows that the current user has, unpaged. */
export const listMenus = endpoint('GET /system/menu/list', {
  summary: '菜单列表',
  access: 'system:menu:list',
  query: z.object({
    menuName: searchTerm(200),
    visible: z.string().max(1).optional(),
    status: z.string().max(1).optional(),
  }),
  data: z.array(menu.list.row),
});

export const menuTree = endpoint('GET /system/menu/treeselect', { summary: '菜单树', access: 'signed-in', data: z.array(treeNode) });

/** The tree, and the rows of a role. When parents and children are linked, only the lowest checked rows are returned. */
export const menusOfRole = endpoint('GET /system/menu/roleMenuTreeselect/{roleId}', {
  summary: '角色的菜单树',
  access: 'signed-in',
  params: z.object({ roleId: id }),
  answer: z.object({ checkedKeys: z.array(z.number()), menus: z.array(treeNode) }),
});

export const sortMenus = endpoint('PUT /system/menu/updateSort', {
  summary: '保存菜单排序',
  access: 'system:menu:edit',
  body: sortOrder('menuIds'),
});
