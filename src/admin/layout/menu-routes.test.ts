import { expect, test } from 'vitest';
import type { MenuRoute } from '../../../contract/identity/session.ts';
import { deviceOf } from '../ui/device.ts';
import { breadcrumbTrail } from './breadcrumb-trail.ts';
import { openOnly, pagesOf, pathTo, searchOf, sidebarOf, type MenuNode } from './menu-routes.ts';
import { topMenuCount } from './top-menu-count.ts';

const meta = (title: string, more: Partial<NonNullable<MenuRoute['meta']>> = {}) => ({ title, icon: '', noCache: false, link: null, ...more });
const page = (path: string, title: string, more: Partial<MenuRoute> = {}): MenuRoute => ({
  name: title,
  path,
  hidden: false,
  component: `${path}/index`,
  meta: meta(title),
  ...more,
});

/** One root route for each shape that the server sends. */
const ROUTES: MenuRoute[] = [
  {
    name: 'System',
    path: '/system',
    hidden: false,
    component: 'Layout',
    redirect: 'noRedirect',
    alwaysShow: true,
    meta: meta('系统管理', { icon: 'system' }),
    children: [
      page('user', '用户', { query: '{"deptId":1}' }),
      page('secret', '隐藏', { hidden: true }),
      {
        name: 'Log',
        path: 'log',
        hidden: false,
        component: 'ParentView',
        redirect: 'noRedirect',
        alwaysShow: true,
        meta: meta('日志'),
        children: [page('operlog', '操作日志', { meta: meta('操作日志', { noCache: true }) })],
      },
      page('docs/example/com', '文档', { component: 'InnerLink', meta: meta('文档', { link: 'https://docs.example.com' }) }),
    ],
  },
  { path: '/', hidden: false, component: 'Layout', children: [page('report', '统计报表')] },
  { name: 'Out', path: 'https://example.com', hidden: false, component: 'Layout', meta: meta('外网', { link: 'https://example.com' }) },
  { name: 'Gone', path: '/gone', hidden: true, component: 'Layout', meta: meta('看不见'), children: [page('x', '里面')] },
  { name: 'One', path: '/one', hidden: false, component: 'Layout', meta: meta('单页目录', { icon: 'tool' }), children: [page('only', '唯一')] },
];
const titles = (nodes: readonly MenuNode[]): unknown[] =>
  nodes.map((node) => (node.children.length > 0 ? [node.title, titles(node.children)] : node.title));

test('S2.5.1 shows a submenu or a single item for each route and leaves hidden ones out', () => {
  expect(titles(sidebarOf(ROUTES))).toEqual([['系统管理', ['用户', ['日志', ['操作日志']], '文档']], '统计报表', '外网', '唯一']);
});

test('S2.5.1 keeps the address of an external link, uses the directory’s icon for a single item, and adds the query', () => {
  const nodes = sidebarOf(ROUTES);
  expect(nodes[2]).toMatchObject({ key: 'https://example.com', external: true });
  expect(nodes[3]).toMatchObject({ key: '/one/only', icon: 'tool', external: false });
  expect(nodes[0]?.children[0]).toMatchObject({ key: '/system/user', query: '?deptId=1' });
  expect([searchOf('{"a":"中"}'), searchOf('not json'), searchOf('7'), searchOf(undefined)]).toEqual(['?a=%E4%B8%AD', '', '', '']);
});

test('S2.5.1 keeps one submenu open at a time, with its parents', () => {
  const nodes = sidebarOf([...ROUTES, { ...(ROUTES[0] as MenuRoute), path: '/tool', name: 'Tool', meta: meta('工具') }]);
  expect(openOnly(nodes, ['/system'], ['/system', '/tool'])).toEqual(['/tool']);
  expect(openOnly(nodes, ['/system'], ['/system', '/system/log'])).toEqual(['/system', '/system/log']);
  expect(openOnly(nodes, ['/system', '/system/log'], ['/system'])).toEqual(['/system']);
  expect(pathTo(nodes, '/system/log/operlog')).toEqual(['/system', '/system/log', '/system/log/operlog']);
});

test('S4.1 places pages at joined paths, including hidden ones, and redirects directories to their first visible page', () => {
  const pages = pagesOf(ROUTES);
  expect(pages.filter((one) => one.firstBelow === null).map((one) => one.path)).toEqual([
    '/system/user',
    '/system/secret',
    '/system/log/operlog',
    '/system/docs/example/com',
    '/report',
    '/gone/x',
    '/one/only',
  ]);
  expect(pages.find((one) => one.path === '/system')?.firstBelow).toBe('/system/user');
  expect(pages.find((one) => one.path === '/system/log/operlog')?.noCache).toBe(true);
  expect(pages.find((one) => one.component === 'InnerLink')?.link).toBe('https://docs.example.com');
});

test('S2.5.3 starts the trail with home; its last item and noRedirect items are not links', () => {
  const trail = pagesOf(ROUTES).find((one) => one.path === '/system/log/operlog')?.trail ?? [];
  expect(breadcrumbTrail(trail).map(({ title, path, pressable }) => [title, path, pressable])).toEqual([
    ['首页', '/admin/index', true],
    ['系统管理', '/system', false],
    ['日志', '/system/log', false],
    ['操作日志', '/system/log/operlog', false],
  ]);
  const one = pagesOf(ROUTES).find((page) => page.path === '/one/only')?.trail ?? [];
  expect(breadcrumbTrail(one).map((crumb) => crumb.pressable)).toEqual([true, true, false]);
});

test('S2.5.3 does not prepend home to a trail named Index, and skips breadcrumb=false', () => {
  expect(breadcrumbTrail([{ title: '首页', path: '/admin/index', name: 'Index', pressable: true }])).toHaveLength(1);
  const quiet = { ...page('quiet', '不提'), meta: { ...meta('不提'), breadcrumb: false } };
  expect(
    pagesOf([{ ...(ROUTES[0] as MenuRoute), children: [quiet] }])
      .at(-1)
      ?.trail.map((crumb) => crumb.title),
  ).toEqual(['系统管理']);
});

test.each([
  [1440, 5],
  [1020, 4],
  [1019, 3],
  [254, 0],
])('S2.5.4 S9.7 a window of %i px shows %i entries in a row', (width, count) => {
  expect(topMenuCount(width)).toBe(count);
});

test.each([
  [767, 'mobile'],
  [768, 'tablet'],
  [991, 'tablet'],
  [992, 'desktop'],
])('S2.5.9 S9.2 %i px is a %s', (width, device) => {
  expect(deviceOf(width)).toBe(device);
});
