import { useEffect } from 'react';
import { Layout } from 'antd';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { layout } from '../theme/layout-settings.store.ts';
import type { MenuNode } from './menu-routes.ts';
import { SidebarMenu } from './sidebar-menu.tsx';
import { closeDrawer, sidebar } from './sidebar.store.ts';
import { Drawer } from '../ui/drawer.tsx';
import { useDark, useNarrow } from '../ui/use-device.ts';

/** Px: width when open; the collapsed sidebar shows only icons. */
const WIDTH = 200;
const CLOSED_WIDTH = 56;
const MARK = 'M11 3.2C7.6 5.8 5 9 3.8 13.4H11zM13 5.6c2.9 1.9 5.2 4.4 6.6 7.8H13zM2.2 15.4h19.6c-1.9 3.7-5.1 5.4-9.8 5.4s-7.9-1.7-9.8-5.4z';

function Logo({ small }: { small: boolean }) {
  return (
    <Link to="/index" className="admin-logo" aria-label="书舟编务台首页">
      <span className="mark">
        <svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
          <path d={MARK} />
        </svg>
      </span>
      {small ? null : (
        <>
          <b>书舟</b>
          <small>编务台</small>
        </>
      )}
    </Link>
  );
}

/** The menu at the left; under 992 px a drawer that closes when a page opens. */
export function Sidebar({ nodes, active, home }: { nodes: readonly MenuNode[]; active: string; home: boolean }) {
  const narrow = useNarrow();
  const night = useDark();
  const { opened, drawer, still } = useSnapshot(sidebar);
  const { sidebarLogo, sideTheme } = useSnapshot(layout);
  const dark = sideTheme === 'theme-dark' || night;
  useEffect(() => {
    if (narrow) closeDrawer(true);
  }, [narrow]);
  const collapsed = !narrow && !opened;
  const inside = (
    <div className={`admin-side ${dark ? 'admin-side-dark' : 'admin-side-light'}`}>
      {sidebarLogo ? <Logo small={collapsed} /> : null}
      <nav aria-label="后台菜单">
        <SidebarMenu nodes={nodes} active={active} collapsed={collapsed} dark={dark} home={home} />
      </nav>
    </div>
  );
  if (narrow)
    return (
      <Drawer
        open={drawer}
        onClose={() => closeDrawer()}
        placement="left"
        size={WIDTH + 40}
        closable={false}
        title={null}
        styles={{ body: { padding: 0 }, ...(still ? { mask: { transition: 'none' }, wrapper: { transition: 'none' } } : {}) }}
        aria-label="菜单"
      >
        {inside}
      </Drawer>
    );
  return (
    <Layout.Sider
      width={WIDTH}
      collapsedWidth={CLOSED_WIDTH}
      collapsed={collapsed}
      trigger={null}
      theme={dark ? 'dark' : 'light'}
      className={still ? 'admin-sider admin-still' : 'admin-sider'}
    >
      {inside}
    </Layout.Sider>
  );
}
