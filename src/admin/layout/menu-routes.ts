import type { MenuRoute } from '../../../contract/identity/session.ts';

/** One entry of the sidebar. `key` is the path it opens, or the address of a foreign page. */
export interface MenuNode {
  readonly key: string;
  readonly title: string;
  readonly icon: string;
  readonly external: boolean;
  /** Search part of the address, with its `?`; empty without. */
  readonly query: string;
  readonly children: readonly MenuNode[];
}

/** One page or directory the menu names, with its full path. */
export interface MenuPage {
  readonly path: string;
  readonly name: string;
  readonly title: string;
  readonly component: string;
  /** The foreign address an InnerLink shows. */
  readonly link: string | null;
  readonly noCache: boolean;
  readonly affix: boolean;
  readonly hidden: boolean;
  readonly query: string;
  /** Directories above it, outermost first, then itself. */
  readonly trail: readonly Crumb[];
  /** Of a directory: the first page below it that is shown; null for a page. */
  readonly firstBelow: string | null;
}

export interface Crumb {
  readonly title: string;
  readonly path: string;
  readonly name: string;
  readonly pressable: boolean;
}

/** Static routes of a client may carry more than the server sends. */
type Meta = NonNullable<MenuRoute['meta']> & { affix?: boolean; breadcrumb?: boolean };

const isUrl = (path: string): boolean => /^(https?:|mailto:|tel:)/.test(path);

/** `/a` and `b` make `/a/b`; an address of its own stays. */
export const joined = (above: string, path: string): string =>
  isUrl(path) ? path : `${above}/${path}`.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');

/** A menu's query is JSON in a string; one that cannot be read is left out. */
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

/** What the sidebar shows: hidden routes left out, a directory with one visible page and no `alwaysShow` made that page. */
export const sidebarOf = (routes: readonly MenuRoute[]): MenuNode[] => routes.map((route) => nodeOf(route, '', '')).filter((node) => node !== null);

/** Every route the menu opens inside the desk, hidden ones too; foreign addresses are not pages. */
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

/** Keys from the outermost entry down to the one that is `key`; empty where it is not in the tree. */
export function pathTo(nodes: readonly MenuNode[], key: string): string[] {
  for (const node of nodes) {
    if (node.key === key) return [node.key];
    const below = pathTo(node.children, key);
    if (below.length > 0) return [node.key, ...below];
  }
  return [];
}

/** Of the submenus that would be open, only the one opened last, with those it stands in. */
export function openOnly(nodes: readonly MenuNode[], before: readonly string[], keys: readonly string[]): string[] {
  const latest = keys.find((key) => !before.includes(key));
  return latest ? pathTo(nodes, latest) : [...keys];
}
