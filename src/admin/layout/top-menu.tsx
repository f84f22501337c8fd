import { useMemo } from 'react';
import { Menu, type MenuProps } from 'antd';
import { Link } from 'react-router-dom';
import type { MenuNode } from './menu-routes.ts';
import { useGo } from './sidebar-menu.tsx';
import { topMenuCount } from './top-menu-count.ts';
import { useWindowWidth } from '../ui/use-device.ts';

/** The first page that an entry of the top navigation opens. */
export const firstPage = (node: MenuNode): MenuNode => (node.children[0] ? firstPage(node.children[0]) : node);

const entry = (node: MenuNode) => {
  const first = firstPage(node);
  const label = first.external ? (
    <a href={first.key} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
      {node.title}
    </a>
  ) : (
    <Link to={first.key + first.query} tabIndex={-1}>
      {node.title}
    </Link>
  );
  return { key: node.key, label };
};

/** The top-level entries in a row; entries that do not fit are in 更多菜单. */
export function TopMenu({ nodes, active }: { nodes: readonly MenuNode[]; active: string }) {
  const count = topMenuCount(useWindowWidth());
  const items = useMemo(() => {
    const entries = nodes.map(entry);
    const more = entries.slice(count);
    return [...entries.slice(0, count), ...(more.length > 0 ? [{ key: '更多菜单', label: '更多菜单', children: more }] : [])];
  }, [nodes, count]);
  const firsts = useMemo(() => nodes.map(firstPage), [nodes]);
  const go = useGo(firsts);
  const press: MenuProps['onClick'] = (info) => {
    const first = firsts[nodes.findIndex((node) => node.key === info.key)];
    if (first) go?.({ ...info, key: first.key });
  };
  return (
    <nav aria-label="顶部导航" className="admin-top-menu">
      <Menu mode="horizontal" items={items} selectedKeys={[active]} disabledOverflow onClick={press} />
    </nav>
  );
}
