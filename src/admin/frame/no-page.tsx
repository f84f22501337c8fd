import { Button, Result } from 'antd';
import { Link, useLocation } from 'react-router-dom';

/** A menu entry whose page this version does not have. */
export function NoPage() {
  const { pathname } = useLocation();
  return (
    <Result
      status="404"
      title="这个页面还没有安装"
      subTitle={`当前版本没有 ${pathname} 对应的页面，请核对菜单的路由地址，或联系管理员。`}
      extra={
        <Link to="/admin/index">
          <Button type="primary">回到首页</Button>
        </Link>
      }
    />
  );
}
