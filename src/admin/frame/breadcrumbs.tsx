import { Breadcrumb } from 'antd';
import { Link, useLocation } from 'react-router-dom';
import type { MenuRoute } from '../../../contract/identity/session.ts';
import { joined } from './desk-menu.tsx';

const HOME = '/admin/index';

/** Titles from the menu's root down to `path`; empty where the menu does not lead there. */
export function trailTo(routes: readonly MenuRoute[], path: string, above = ''): { title: string; path: string }[] {
  for (const route of routes) {
    const own = joined(above, route.path);
    const here = route.meta ? [{ title: route.meta.title, path: own }] : [];
    if (own === path) return here;
    const below = trailTo(route.children ?? [], path, own);
    if (below.length > 0) return [...here, ...below];
  }
  return [];
}

/** Home first, the last one not to be pressed. */
export function Breadcrumbs({ routes }: { routes: readonly MenuRoute[] }) {
  const { pathname } = useLocation();
  if (pathname.startsWith('/redirect/')) return null;
  const trail = trailTo(routes, pathname);
  const items = [
    { key: HOME, title: pathname === HOME ? '首页' : <Link to={HOME}>首页</Link> },
    ...trail.map(({ title, path }) => ({ key: path, title })),
  ];
  return (
    <nav aria-label="面包屑">
      <Breadcrumb items={items} />
    </nav>
  );
}
