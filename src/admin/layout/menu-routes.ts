import type { MenuRoute } from '../../../contract/identity/session.ts';

/** One entry of the sidebar. `key` is the path it opens, or an external address. */
export interface MenuNode {
  readonly key: string;
  readonly title: string;
  readonly icon: string;
  readonly external: boolean;
  /** Query string of the address, with its `?`; empty without one. */
  readonly query: string;
  readonly children: readonly MenuNode[];
}

/** A page or directory of the menu, with its full path. */
export interface MenuPage {
  readonly path: string;
  readonly name: string;
  readonly title: string;
  readonly component: string;
  /** The external address that an InnerLink shows. */
  readonly link: string | null;
  readonly noCache: boolean;
  readonly affix: boolean;
  readonly hidden: boolean;
  readonly query: string;
  /** Parent directories, outermost first, then the page itself. */
  readonly trail: readonly Crumb[];
  /** For a directory: its first visible page; null for a page. */
  readonly firstBelow: string | null;
}

export interface Crumb {
  readonly title: string;
  readonly path: string;
  readonly name: string;
  readonly pressable: boolean;
}

/** Static routes of the client may have more fields than the server sends. */
type Meta = NonNullable<MenuRoute['meta']> & { affix?: boolean; breadcrumb?: boolean };

const isUrl = (path: string): boolean => /^(https?:|mailto:|tel:)/.test(path);

/** `/a` and `b` become `/a/b`; an absolute address stays. */
export const joined = (above: string, path: string): string =>
  isUrl(path) ? path : `${above}/${path}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');

/** The query of a menu is JSON in a string; an invalid one is ignored. */
export function searchOf(query: string | undefined): string {
  if (!query) return '';
  try {
    const parts: unknown = JSON.parse(query);
    if (typeof parts !== 'object' || parts === null) return '';
    const text = new URLSearchParams(Object.entries(parts).map(([key, value]) => [key, String(value)])).toString();
    return text ? `?${text}` : '';
  } catch {
    return '';
  }
}

const isExternal = (route: MenuRoute): boolean => isUrl(route.path) && route.component !== 'InnerLink';

function nodeOf(route: MenuRoute, above: string, icon: string): MenuNode | null {
  if (route.hidden) return null;
  const key = joined(above, route.path);
  const own = route.meta?.icon && route.meta.icon !== '#' ? route.meta.icon : icon;
  const children = (route.children ?? []).map((child) => nodeOf(child, key, '')).filter((child) => child !== null);
  const only = children.length === 1 && !route.alwaysShow ? children[0] : undefined;
  if (only) return { ...only, icon: only.icon || own };
  if (!route.meta) return children.length > 0 ? { key, title: 'no-name', icon: own, external: false, query: '', children } : null;
  return { key, title: route.meta.title || 'no-name', icon: own, external: isExternal(route), query: searchOf(route.query), children };
}

/** Returns the sidebar entries: without hidden routes; a directory with one visible page and no `alwaysShow` becomes that page. */
export const sidebarOf = (routes: readonly MenuRoute[]): MenuNode[] => routes.map((route) => nodeOf(route, '', '')).filter((node) => node !== null);

/** Returns all routes that open inside the admin, including hidden ones; external addresses are not pages. */
export function pagesOf(routes: readonly MenuRoute[], above = '', over: readonly Crumb[] = []): MenuPage[] {
  return routes.flatMap((route) => {
    if (isExternal(route)) return [];
    const path = joined(above, route.path);
    const meta = route.meta as Meta | undefined;
    const title = meta?.title ?? '';
    const crumb = { title, path, name: route.name ?? '', pressable: route.redirect !== 'noRedirect' };
    const trail = title && meta?.breadcrumb !== false ? [...over, crumb] : over;
    const below = pagesOf(route.children ?? [], path, trail);
    const directory = (route.children?.length ?? 0) > 0 || route.component === 'Layout' || route.component === 'ParentView';
    const own: MenuPage = {
      path,
      name: route.name ?? '',
      title,
      component: route.component ?? '',
      link: meta?.link ?? null,
      noCache: meta?.noCache ?? false,
      affix: meta?.affix ?? false,
      hidden: route.hidden,
      query: searchOf(route.query),
      trail,
      firstBelow: directory ? (below.find((page) => page.firstBelow === null && !page.hidden)?.path ?? '') : null,
    };
    return route.meta ? [own, ...below] : below;
  });
}

/** Returns the keys from the outermost entry down to `key`; empty if it is not in the tree. */
export function pathTo(nodes: readonly MenuNode[], key: string): string[] {
  for (const node of nodes) {
    if (node.key === key) return [node.key];
    const below = pathTo(node.children, key);
    if (below.length > 0) return [node.key, ...below];
  }
  return [];
}

/** Keeps only the last opened submenu and its parents open. */
export function openOnly(nodes: readonly MenuNode[], before: readonly string[], keys: readonly string[]): string[] {
  const latest = keys.find((key) => !before.includes(key));
  return latest ? pathTo(nodes, latest) : [...keys];
}
