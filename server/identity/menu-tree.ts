import type { Selectable } from 'kysely';
import type { MenuRoute } from '../../contract/identity/session.ts';
import type { MenuTable } from '../db/tables.ts';

type Row = Selectable<MenuTable>;

const isUrl = (path: string): boolean => /^https?:\/\//.test(path);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const innerPath = (url: string): string =>
  url
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[.:]/g, '/');

/** Menu rows to the route tree of the family: Layout, ParentView and InnerLink are its known words. */
export function menuTree(rows: readonly Row[]): MenuRoute[] {
  const below = Map.groupBy(rows, (row) => row.parentId);
  const children = (parent: number): Row[] => below.get(parent) ?? [];
  const meta = (row: Row) => ({ title: row.menuName, icon: row.icon, noCache: row.isCache === '1', link: isUrl(row.path) ? row.path : null });

  function leaf(row: Row): MenuRoute {
    const inner = row.isFrame === '1' && isUrl(row.path);
    const path = inner ? innerPath(row.path) : row.path;
    return {
      name: capital(row.routeName || path),
      path,
      hidden: false,
      component: inner ? 'InnerLink' : row.component,
      ...(row.query ? { query: row.query } : {}),
      meta: meta(row),
    };
  }

  function branch(row: Row, top: boolean): MenuRoute {
    const hidden = row.visible === '1';
    if (row.isFrame === '0') return { name: capital(row.routeName || row.path), path: row.path, hidden, component: 'Layout', meta: meta(row) };
    if (row.menuType === 'M') {
      const inside = children(row.id).map((child) => branch(child, false));
      return {
        name: capital(row.routeName || row.path),
        path: top ? `/${row.path}` : row.path,
        hidden,
        component: top ? 'Layout' : row.component || 'ParentView',
        meta: meta(row),
        ...(inside.length > 0 ? { alwaysShow: true, redirect: 'noRedirect', children: inside } : {}),
      };
    }
    if (top) return { path: '/', hidden, component: 'Layout', children: [leaf(row)] };
    return { ...leaf(row), hidden };
  }

  return children(0).map((row) => branch(row, true));
}
