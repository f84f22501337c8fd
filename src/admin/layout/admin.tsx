import { useCallback, useEffect, useMemo } from 'react';
import { Layout, Skeleton } from 'antd';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { usePrefetchQuery } from '@tanstack/react-query';
import { myListViews } from '../../../contract/system/list-view.ts';
import { queryOf } from '../../api/query-client.ts';
import { hasPermission } from '../../session/rights.ts';
import { session } from '../../session/session.store.ts';
import { ADMIN_HOME } from './breadcrumb-trail.ts';
import { placeOf, plainPath, type AdminPage } from './admin-location.ts';
import { layout } from '../theme/layout-settings.store.ts';
import { pathTo, type MenuPage } from './menu-routes.ts';
import { Navbar } from './navbar.tsx';
import { PageStage } from './page-stage.tsx';
import { HOME_NODE } from './sidebar-menu.tsx';
import { Sidebar } from './sidebar.tsx';
import { closeDrawer } from './sidebar.store.ts';
import type { View } from './tab-rules.ts';
import { affixTabs, forgetCached, resetTabs, visitTab } from './tabs.store.ts';
import { TagsView } from './tags-view.tsx';
import { useMenus } from './use-menus.ts';
import { usePasswordReminder } from './use-password-reminder.ts';
import { useNarrow } from '../ui/use-device.ts';

const REDIRECT = /^\/redirect(?=\/)/;
const PRODUCT = '书舟';
const NO_PAGES: readonly MenuPage[] = [];

/** Menu, navbar, tabs and the open page. */
export function Admin() {
  const menus = useMenus();
  const { pathname } = useLocation();
  const narrow = useNarrow();
  const settings = useSnapshot(layout);
  const { now } = useSnapshot(session);
  const permissions = now.state === 'authenticated' ? now.permissions : null;
  const may = useCallback((permission: string) => permissions !== null && hasPermission(permissions, permission), [permissions]);
  const pages = menus?.pages ?? NO_PAGES;
  const reloading = REDIRECT.test(pathname);
  const place = useMemo(
    () => (menus && permissions && !reloading ? placeOf(pathname, pages, may) : null),
    [menus, permissions, reloading, pathname, pages, may],
  );
  const placed = useCallback(
    (path: string): AdminPage | null => {
      const found = placeOf(path, pages, may);
      return found.kind === 'page' ? found.page : null;
    },
    [pages, may],
  );
  const page = place?.kind === 'page' ? place.page : null;
  // While a page reloads, its title and breadcrumbs stay.
  const shown = page ?? (reloading && menus ? placed(plainPath(pathname.replace(REDIRECT, ''))) : null);
  useAffixed(menus ? pages : null, placed);
  useVisit(page);
  useTitle(shown?.title ?? '', settings.dynamicTitle);
  usePasswordReminder();
  // The first list waits for them: it may have a default view.
  usePrefetchQuery(queryOf(myListViews, {}));

  const nodes = menus?.sidebar ?? [];
  const active = shown?.activeMenu ?? '';
  const topNav = settings.topNav && !narrow;
  const topActive = pathTo(nodes, active)[0] ?? HOME_NODE.key;
  const below = topNav ? (nodes.find((node) => node.key === topActive)?.children ?? []) : nodes;
  const side = !topNav || below.length > 0;
  return (
    <>
      <a
        className="skip"
        href="#main"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById('main')?.focus();
        }}
      >
        跳到正文
      </a>
      <Layout style={{ minHeight: '100dvh' }}>
        {side ? <Sidebar nodes={below} active={active} home={!topNav} /> : null}
        <Layout style={{ minWidth: 0 }}>
          <div className={settings.fixedHeader ? 'admin-top fixed' : 'admin-top'}>
            <Navbar title={shown?.title ?? ''} trail={shown?.trail ?? []} nodes={nodes} pages={pages} topActive={topActive} side={side} />
            {settings.tagsView && !narrow ? <TagsView current={plainPath(pathname)} /> : null}
          </div>
          <Layout.Content className={page?.link ? 'admin-page flush' : 'admin-page'} id="main" tabIndex={-1}>
            {menus ? null : <Skeleton active paragraph={{ rows: 8 }} />}
            {reloading ? <ReloadPage /> : null}
            {place?.kind === 'elsewhere' ? <Navigate to={place.to} replace /> : null}
            {place?.kind === 'no-right' ? <Navigate to="/401" replace /> : null}
            {place?.kind === 'unknown' ? <Navigate to="/404" replace /> : null}
            <PageStage current={page} placed={placed} />
          </Layout.Content>
        </Layout>
      </Layout>
    </>
  );
}

/** `/redirect/{path}`: drops the state of the page and opens it again. */
function ReloadPage() {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const to = pathname.replace(REDIRECT, '').replace(/^[/\\]+/, '/');
    resetTabs(plainPath(to));
    void navigate(to + search + hash, { replace: true });
  }, [pathname, search, hash, navigate]);
  return null;
}

const viewOf = ({ path, title, name, affix, noCache }: AdminPage, fullPath: string): View => ({
  path,
  fullPath,
  title,
  name,
  meta: { affix, noCache },
});

function useAffixed(pages: readonly MenuPage[] | null, placed: (path: string) => AdminPage | null): void {
  useEffect(() => {
    if (!pages) return;
    const paths = [ADMIN_HOME, ...pages.filter((page) => page.affix).map((page) => page.path)];
    affixTabs(
      paths
        .map(placed)
        .filter((page) => page !== null)
        .map((page) => viewOf(page, page.path)),
    );
  }, [pages, placed]);
}

/** Every opened page gets a tab; leaving the admin unmounts its pages. */
function useVisit(page: AdminPage | null): void {
  const location = useLocation();
  useEffect(() => forgetCached, []);
  useEffect(() => {
    // A reloading page already has its address while the previous page is still current.
    if (!page || page.path !== plainPath(location.pathname)) return;
    closeDrawer();
    visitTab(viewOf(page, location.pathname + location.search + location.hash), location);
  }, [page, location]);
}

function useTitle(title: string, dynamic: boolean): void {
  useEffect(() => {
    document.title = dynamic && title ? `${title} - ${PRODUCT}` : `${PRODUCT}编务台`;
  }, [title, dynamic]);
}
