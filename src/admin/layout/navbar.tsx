import { Button, Layout } from 'antd';
import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import MenuOutlined from '@ant-design/icons/MenuOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import { useSnapshot } from 'valtio/react';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { HOME_NODE } from './sidebar-menu.tsx';
import { FullscreenButton } from './fullscreen-button.tsx';
import { HeaderSearch } from './header-search.tsx';
import { HelpMenu } from './help-menu.tsx';
import { layout } from '../theme/layout-settings.store.ts';
import { MessageBell } from './message-bell.tsx';
import type { Crumb, MenuNode, MenuPage } from './menu-routes.ts';
import { PersonMenu } from './person-menu.tsx';
import { sidebar, toggleSidebar } from './sidebar.store.ts';
import { SizeSelect } from './size-select.tsx';
import { TodoBadge } from './todo-badge.tsx';
import { TopMenu } from './top-menu.tsx';
import { useDevice, useNarrow } from '../ui/use-device.ts';

interface Shown {
  readonly title: string;
  readonly trail: readonly Crumb[];
  readonly nodes: readonly MenuNode[];
  readonly pages: readonly MenuPage[];
  readonly topActive: string;
  /** False if the top navigation leaves no entries for the sidebar. */
  readonly side: boolean;
}

/** The bar above the page: on a phone only the title, on a desktop the breadcrumbs or the top menu. */
export function Navbar({ title, trail, nodes, pages, topActive, side }: Shown) {
  const narrow = useNarrow();
  const device = useDevice();
  const { opened, drawer } = useSnapshot(sidebar);
  const { topNav } = useSnapshot(layout);
  const open = narrow ? drawer : opened;
  const name = narrow ? '打开菜单' : open ? '收起菜单' : '展开菜单';
  return (
    <Layout.Header className="admin-header">
      {side ? (
        <Button
          type="text"
          icon={narrow ? <MenuOutlined /> : open ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
          onClick={() => toggleSidebar(narrow)}
          aria-label={name}
          aria-expanded={open}
          title={name}
        />
      ) : null}
      <div className="grow">
        {narrow ? (
          <strong className="admin-title">{title}</strong>
        ) : topNav ? (
          <TopMenu nodes={[HOME_NODE, ...nodes]} active={topActive} />
        ) : (
          <Breadcrumbs trail={trail} />
        )}
      </div>
      <HeaderSearch pages={pages} nodes={nodes} />
      {device === 'mobile' ? null : <FullscreenButton />}
      {device === 'desktop' ? <SizeSelect /> : null}
      <TodoBadge />
      <HelpMenu />
      <MessageBell />
      <PersonMenu narrow={narrow} />
    </Layout.Header>
  );
}
