import { useMemo, useState } from 'react';
import { Menu, type MenuProps } from 'antd';
import BookOutlined from '@ant-design/icons/BookOutlined';
import FolderOutlined from '@ant-design/icons/FolderOutlined';
import HomeOutlined from '@ant-design/icons/HomeOutlined';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import type { MenuRoute } from '../../../contract/identity/session.ts';

type Item = NonNullable<MenuProps['items']>[number];
const ICONS: Readonly<Record<string, React.ReactNode>> = { book: <BookOutlined /> };
const MARK = 'M11 3.2C7.6 5.8 5 9 3.8 13.4H11zM13 5.6c2.9 1.9 5.2 4.4 6.6 7.8H13zM2.2 15.4h19.6c-1.9 3.7-5.1 5.4-9.8 5.4s-7.9-1.7-9.8-5.4z';

/** `/a` and `b` make `/a/b`; an address of its own stays. */
export const joined = (above: string, path: string): string =>
  /^https?:/.test(path) || path.startsWith('/') ? path : `${above.replace(/\/$/, '')}/${path}`;

function itemOf(route: MenuRoute, above: string): Item | null {
  if (route.hidden) return null;
  const path = joined(above, route.path);
  const children = (route.children ?? []).map((child) => itemOf(child, path)).filter((item) => item !== null);
  if (!route.meta) return children[0] ?? null;
  const { title, icon, link } = route.meta;
  const label =
    link && route.component !== 'InnerLink' ? (
      <a href={link} target="_blank" rel="noopener noreferrer">
        {title}
      </a>
    ) : (
      title
    );
  const shown = { key: path, label, ...(above === '' ? { icon: ICONS[icon] ?? <FolderOutlined /> } : {}) };
  return children.length > 0 ? { ...shown, children } : shown;
}

/** The sidebar: one submenu open at a time, hidden routes left out, external links in a new tab. */
export function DeskMenu({ routes, collapsed, onGo }: { routes: readonly MenuRoute[]; collapsed: boolean; onGo: () => void }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const items = useMemo<Item[]>(
    () => [
      { key: '/admin/index', icon: <HomeOutlined />, label: '首页' },
      ...routes.map((route) => itemOf(route, '')).filter((item) => item !== null),
    ],
    [routes],
  );
  const [open, setOpen] = useState<string[]>([`/${pathname.split('/')[1] ?? ''}`]);
  return (
    <nav aria-label="后台菜单">
      <Link to="/index" className="desk-logo" aria-label="书舟后台首页" onClick={onGo}>
        <span className="mark">
          <svg width="18" height="18" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
            <path d={MARK} />
          </svg>
        </span>
        {collapsed ? null : '书舟'}
      </Link>
      <Menu
        theme="dark"
        mode="inline"
        inlineCollapsed={collapsed}
        items={items}
        selectedKeys={[pathname]}
        {...(collapsed ? {} : { openKeys: open })}
        onOpenChange={(keys) => setOpen(keys.slice(-1))}
        onClick={({ key }) => {
          if (key.startsWith('/')) void navigate(key);
          onGo();
        }}
      />
    </nav>
  );
}
