import { expect, test } from 'vitest';
import { menuTree } from './menu-tree.ts';

type Row = Parameters<typeof menuTree>[0][number];
const row = (id: number, parentId: number, menuType: Row['menuType'], path: string, more: Partial<Row> = {}): Row => ({
  id,
  parentId,
  menuType,
  path,
  menuName: `第${id}项`,
  orderNum: id,
  component: '',
  query: '',
  routeName: '',
  isFrame: '1',
  isCache: '0',
  visible: '0',
  status: '0',
  perms: '',
  icon: '#',
  remark: '',
  delFlag: '0',
  version: 0,
  createBy: '',
  createTime: 0,
  updateBy: '',
  updateTime: 0,
  ...more,
});
const meta = (id: number, more: object = {}) => ({ title: `第${id}项`, icon: '#', noCache: false, link: null, ...more });

test('S7.8 maps a directory to a Layout, a nested one to a ParentView, keeps the component of a page, and keeps every query', () => {
  const tree = menuTree([
    row(1, 0, 'M', 'system'),
    row(2, 1, 'M', 'log'),
    row(3, 1, 'C', 'user', { component: 'system/user/index', query: '{"a":1}', isCache: '1' }),
    row(4, 2, 'C', 'operlog', { component: 'monitor/operlog/index', visible: '1' }),
  ]);
  expect(tree).toEqual([
    {
      name: 'System',
      path: '/system',
      hidden: false,
      component: 'Layout',
      alwaysShow: true,
      redirect: 'noRedirect',
      meta: meta(1),
      children: [
        {
          name: 'SystemLog',
          path: 'log',
          hidden: false,
          component: 'ParentView',
          alwaysShow: true,
          redirect: 'noRedirect',
          meta: meta(2),
          children: [{ name: 'Operlog', path: 'operlog', hidden: true, component: 'monitor/operlog/index', meta: meta(4) }],
        },
        { name: 'User', path: 'user', hidden: false, component: 'system/user/index', query: '{"a":1}', meta: meta(3, { noCache: true }) },
      ],
    },
  ]);
});

test('wraps a page at the top level in a nameless Layout', () => {
  expect(menuTree([row(1, 0, 'C', 'report', { component: 'report/index' })])).toEqual([
    {
      path: '/',
      hidden: false,
      component: 'Layout',
      children: [{ name: 'Report', path: 'report', hidden: false, component: 'report/index', meta: meta(1) }],
    },
  ]);
});

test('keeps the address of an external link, and gives an internal address a path with InnerLink, at every level', () => {
  const tree = menuTree([
    row(1, 0, 'M', 'https://out.example.com', { isFrame: '0' }),
    row(2, 0, 'C', 'https://www.docs.example.com:8443/a'),
    row(3, 0, 'M', 'tool'),
    row(4, 3, 'C', 'http://swagger.example'),
  ]);
  expect(tree[0]).toEqual({
    name: 'HttpsOutExampleCom',
    path: 'https://out.example.com',
    hidden: false,
    component: 'Layout',
    meta: meta(1, { link: 'https://out.example.com' }),
  });
  const inner = tree[1]?.children?.[0];
  expect([inner?.path, inner?.component, inner?.meta?.link]).toEqual(['docs/example/com/8443/a', 'InnerLink', 'https://www.docs.example.com:8443/a']);
  expect(tree[2]?.children?.[0]).toMatchObject({ path: 'swagger/example', component: 'InnerLink', meta: { link: 'http://swagger.example' } });
});
