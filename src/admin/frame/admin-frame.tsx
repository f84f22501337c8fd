import { useState } from 'react';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { App, Avatar, Button, ConfigProvider, Drawer, Dropdown, Layout } from 'antd';
import zhCN from 'antd/locale/zh_CN';
import MenuFoldOutlined from '@ant-design/icons/MenuFoldOutlined';
import MenuUnfoldOutlined from '@ant-design/icons/MenuUnfoldOutlined';
import { Link, Outlet, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { getRouters } from '../../../contract/identity/session.ts';
import { queryOf } from '../../api/query-client.ts';
import { logOut, session } from '../../session/session.store.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { deskClient } from './desk-client.ts';
import { DeskMenu } from './desk-menu.tsx';
import { deskTheme } from './theme.ts';
import { useDark, useNarrow } from './use-device.ts';
import './desk.css';

const OPEN = 'shuzhou.sidebar';

/** The shell of the back office: sidebar, navbar, page. */
export function AdminFrame() {
  const dark = useDark();
  return (
    <ConfigProvider locale={zhCN} theme={deskTheme(dark)} button={{ autoInsertSpace: false }}>
      <App className="desk">
        <QueryClientProvider client={deskClient}>
          <Desk />
        </QueryClientProvider>
      </App>
    </ConfigProvider>
  );
}

function Desk() {
  const narrow = useNarrow();
  const [open, setOpen] = useState(() => localStorage.getItem(OPEN) !== '0');
  const [drawer, setDrawer] = useState(false);
  const { data: routes = [] } = useQuery(queryOf(getRouters, {}));
  const toggle = () => {
    if (narrow) return setDrawer(true);
    localStorage.setItem(OPEN, open ? '0' : '1');
    setOpen(!open);
  };
  const menu = <DeskMenu routes={routes} collapsed={!narrow && !open} onGo={() => setDrawer(false)} />;
  return (
    <Layout style={{ minHeight: '100dvh' }}>
      {narrow ? (
        <Drawer
          open={drawer}
          onClose={() => setDrawer(false)}
          placement="left"
          size={208}
          closable={false}
          title={null}
          styles={{ body: { padding: 0, background: '#22272f' } }}
          aria-label="菜单"
        >
          {menu}
        </Drawer>
      ) : (
        <Layout.Sider
          width={208}
          collapsedWidth={56}
          collapsed={!open}
          trigger={null}
          style={{ position: 'sticky', top: 0, height: '100dvh', overflow: 'auto' }}
        >
          {menu}
        </Layout.Sider>
      )}
      <Layout style={{ minWidth: 0 }}>
        <Layout.Header className="desk-header">
          <Button
            type="text"
            icon={open && !narrow ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
            onClick={toggle}
            aria-label={narrow ? '打开菜单' : open ? '收起菜单' : '展开菜单'}
          />
          <div className="grow">
            <Breadcrumbs routes={routes} />
          </div>
          <Person />
        </Layout.Header>
        <Layout.Content className="desk-page" id="main">
          <Outlet />
        </Layout.Content>
      </Layout>
    </Layout>
  );
}

function Person() {
  const { now } = useSnapshot(session);
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const name = now.state === 'known' ? now.user.nickName : '';
  const leave = () =>
    modal.confirm({
      title: '提示',
      content: '确定注销并退出系统吗？',
      okText: '确定',
      cancelText: '取消',
      onOk: async () => {
        await logOut();
        await navigate('/');
      },
    });
  const items = [
    { key: 'site', label: <Link to="/">去前台</Link> },
    { key: 'profile', label: <Link to="/personalCenter/profile">个人中心</Link> },
    { type: 'divider' as const },
    { key: 'leave', label: '退出登录', onClick: leave },
  ];
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button type="text" aria-label={`${name}的菜单`} style={{ paddingInline: 8 }}>
        <Avatar size={24} style={{ background: '#66463a' }}>
          {name.slice(0, 1)}
        </Avatar>
        {name}
      </Button>
    </Dropdown>
  );
}
