import type { Selectable } from 'kysely';
import type { MenuRoute } from '../../contract/identity/session.ts';
import type { MenuTable } from '../db/tables.ts';

type Row = Selectable<MenuTable>;

const isUrl = (path: string): boolean => /^https?:\/\//.test(path);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
/** `/system/dict-data` to `SystemDictData`. */
const pascal = (path: string): string =>
  path
    .split(/[^\p{L}\p{N}]+/u)
    .map(capital)
    .join('');
/** Names of routes that compatible clients register themselves. */
const CLIENT_NAMES = ['Index', 'Profile', 'AuthRole', 'AuthUser', 'Data', 'JobLog', 'GenEdit'];
const innerPath = (url: string): string =>
  url
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
    .replace(/[.:]/g, '/');

/**
 * Converts menu rows to the route tree of compatible clients, with the component names Layout, ParentView and InnerLink. Route names are
 * unique, because a client drops the first of two routes with the same name.
 */
export function menuTree(rows: readonly Row[]): MenuRoute[] {
  const below = Map.groupBy(rows, (row) => row.parentId);
  const children = (parent: number): Row[] => below.get(parent) ?? [];
  const taken = new Set(CLIENT_NAMES);

  /** The explicit name, else the name of the compatible client's view (tabs are cached by it), else the whole path. */
  function nameOf(row: Row, above: string, path: string): string {
    const whole = pascal(`${above}/${path}`);
    const view = row.component.endsWith(`/${path}/index`) ? capital(path) : whole;
    const name = [row.routeName ? capital(row.routeName) : view, view, whole].find((one) => !taken.has(one)) ?? `${whole}${row.id}`;
    taken.add(name);
    return name;
  }

  const meta = (row: Row) => ({ title: row.menuName, icon: row.icon, noCache: row.isCache === '1', link: isUrl(row.path) ? row.path : null });

  function leaf(row: Row, above: string): MenuRoute {
    const inner = row.isFrame === '1' && isUrl(row.path);
    const path = inner ? innerPath(row.path) : row.path;
    return {
      name: nameOf(row, above, path),
      path,
      hidden: false,
      component: inner ? 'InnerLink' : row.component,
      ...(row.query ? { query: row.query } : {}),
      meta: meta(row),
    };
  }

  function branch(row: Row, above: string): MenuRoute {
    const top = above === '';
    const hidden = row.visible === '1';
    if (row.isFrame === '0') return { name: nameOf(row, above, row.path), path: row.path, hidden, component: 'Layout', meta: meta(row) };
    if (row.menuType === 'M') {
      const name = nameOf(row, above, row.path);
      const inside = children(row.id).map((child) => branch(child, `${above}/${row.path}`));
      return {
        name,
        path: top ? `/${row.path}` : row.path,
        hidden,
        component: top ? 'Layout' : row.component || 'ParentView',
        meta: meta(row),
        ...(inside.length > 0 ? { alwaysShow: true, redirect: 'noRedirect', children: inside } : {}),
      };
    }
    if (top) return { path: '/', hidden, component: 'Layout', children: [leaf(row, above)] };
    return { ...leaf(row, above), hidden };
  }

  return children(0).map((row) => branch(row, ''));
}
