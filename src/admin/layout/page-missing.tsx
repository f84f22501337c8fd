import { Button, Result } from 'antd';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { hasPermission } from '../../session/rights.ts';
import { session } from '../../session/session.store.ts';
import type { AdminPage } from './admin-location.ts';
import { ADMIN_HOME } from './breadcrumb-trail.ts';

/** Shown for a menu entry whose page does not exist in this version. */
export function NoPage({ page }: { page: AdminPage }) {
  const { now } = useSnapshot(session);
  const mayEdit = now.state === 'authenticated' && hasPermission(now.permissions, 'system:menu:edit');
  return (
    <Result
      status="404"
      title={<h1 className="no-page-title">「{page.title || page.path}」这一页还没有安装</h1>}
      subTitle={
        <>
          菜单指向组件 <span className="code">{page.component || '（空）'}</span>，当前版本没有它。
          {mayEdit ? '请到菜单管理核对这一项的组件路径，或升级版本。' : '请把这一项的名称告诉系统管理员，由他核对菜单的组件路径。'}
        </>
      }
      extra={
        <>
          <Link to={ADMIN_HOME}>
            <Button type="primary">回到首页</Button>
          </Link>
          {mayEdit ? (
            <Link to="/system/menu">
              <Button>去菜单管理</Button>
            </Link>
          ) : null}
        </>
      }
    />
  );
}
