import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import { PAGES, SUB_PAGES } from '../areas.ts';
import { ADMIN_HOME, HOME_CRUMB } from './breadcrumb-trail.ts';
import type { Crumb, MenuPage } from './menu-routes.ts';

/** The result for an admin path. */
export type Place =
  | { readonly kind: 'page'; readonly page: AdminPage }
  | { readonly kind: 'elsewhere'; readonly to: string }
  | { readonly kind: 'no-right' }
  | { readonly kind: 'unknown' };

export interface AdminPage {
  readonly path: string;
  readonly pattern: string;
  readonly title: string;
  readonly name: string;
  readonly noCache: boolean;
  readonly affix: boolean;
  /** Null if this version does not have the page that the menu names. */
  readonly Page: ComponentType | null;
  readonly component: string;
  /** Shown in an iframe instead of one of our pages. */
  readonly link: string | null;
  /** The menu entry to highlight: the page's own or its parent page's. */
  readonly activeMenu: string;
  readonly trail: readonly Crumb[];
}

/** The path as in the menu: decoded, without a trailing slash. */
export function plainPath(path: string): string {
  const plain = path.replace(/(.)\/+$/, '$1');
  try {
    return decodeURI(plain);
  } catch {
    return plain;
  }
}

/** Returns the page that `pathname` opens for a user with this menu; `may` checks a permission. */
export function placeOf(pathname: string, menu: readonly MenuPage[], may: (permission: string) => boolean): Place {
  const path = plainPath(pathname);
  if (path === '/admin' || path === '/index') return { kind: 'elsewhere', to: ADMIN_HOME };
  return menuPlace(path, menu) ?? subPagePlace(path, may) ?? { kind: PAGES.some((one) => one.path === path) ? 'no-right' : 'unknown' };
}

function menuPlace(path: string, menu: readonly MenuPage[]): Place | null {
  const found = menu.find((one) => one.path === path);
  if (!found) return null;
  if (found.firstBelow) return { kind: 'elsewhere', to: found.firstBelow };
  const known = PAGES.find((one) => one.component === found.component);
  const { title, name, noCache, affix, link, component, trail } = found;
  return {
    kind: 'page',
    page: {
      path,
      pattern: path,
      activeMenu: path,
      title,
      name,
      noCache,
      affix,
      component,
      trail,
      link: component === 'InnerLink' ? link : null,
      Page: known?.Page ?? null,
    },
  };
}

function subPagePlace(path: string, may: (permission: string) => boolean): Place | null {
  const rule = SUB_PAGES.find((one) => matchPath(one.path, path));
  if (!rule) return null;
  const params = matchPath(rule.path, path)?.params ?? {};
  if (rule.numeric && !/^\d{1,15}$/.test(params[rule.numeric] ?? '')) return null;
  if (rule.permission && !may(rule.permission)) return { kind: 'no-right' };
  const { path: pattern, title, Page } = rule;
  const name = path === ADMIN_HOME ? HOME_CRUMB.name : pattern;
  return {
    kind: 'page',
    page: {
      path,
      pattern,
      title,
      name,
      noCache: false,
      affix: path === ADMIN_HOME,
      component: pattern,
      link: null,
      Page,
      activeMenu: rule.activeMenu ?? path,
      trail: [{ title, path, name, pressable: false }],
    },
  };
}
