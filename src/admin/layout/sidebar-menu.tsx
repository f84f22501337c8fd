import { useMemo, useState, type MouseEvent } from 'react';
import { Menu, type MenuProps } from 'antd';
import { Link, useNavigate } from 'react-router-dom';
import { ADMIN_HOME, HOME_CRUMB } from './breadcrumb-trail.ts';
import { openOnly, pathTo, type MenuNode } from './menu-routes.ts';
import { menuIcon } from '../ui/menu-icon.ts';

type Item = NonNullable<MenuProps['items']>[number];

export const HOME_NODE: MenuNode = { key: ADMIN_HOME, title: HOME_CRUMB.title, icon: 'home', external: false, query: '', children: [] };

/** A link of the menu; the surrounding entry takes the focus. */
function Entry({ node }: { node: MenuNode }) {
  if (node.external)
    return (
      <a href={node.key} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
        {node.title}
      </a>
    );
  return (
    <Link to={node.key + node.query} tabIndex={-1}>
      {node.title}
    </Link>
  );
}

const itemOf = (node: MenuNode, top: boolean): Item => ({
  key: node.key,
  ...(top || node.icon ? { icon: top ? menuIcon(node.icon) : undefined } : {}),
  ...(node.children.length > 0
    ? { label: node.title, children: node.children.map((child) => itemOf(child, false)) }
    : { label: <Entry node={node} /> }),
});

/** Returns all leaf entries. */
function leaves(nodes: readonly MenuNode[]): MenuNode[] {
  return nodes.flatMap((node) => (node.children.length > 0 ? leaves(node.children) : [node]));
}

/** Navigates to a menu entry; a click on its link has already navigated. */
export function useGo(nodes: readonly MenuNode[]): MenuProps['onClick'] {
  const navigate = useNavigate();
  return ({ key, domEvent }) => {
    if ((domEvent as MouseEvent).target instanceof Element && ((domEvent as MouseEvent).target as Element).closest('a')) return;
    const node = leaves(nodes).find((one) => one.key === key);
    if (node?.external) window.open(node.key, '_blank', 'noopener,noreferrer');
    else if (node) void navigate(node.key + node.query);
  };
}

interface Shown {
  readonly nodes: readonly MenuNode[];
  readonly active: string;
  readonly collapsed: boolean;
  readonly dark: boolean;
  readonly home: boolean;
}

/** The vertical menu: one submenu open at a time. */
export function SidebarMenu({ nodes, active, collapsed, dark, home }: Shown) {
  const all = useMemo(() => (home && !nodes.some((node) => node.key === ADMIN_HOME) ? [HOME_NODE, ...nodes] : [...nodes]), [nodes, home]);
  const items = useMemo(() => all.map((node) => itemOf(node, true)), [all]);
  // What the user opened stays until another page is shown; then the submenus of that page are open.
  const [chosen, setChosen] = useState<{ at: string; keys: string[] } | null>(null);
  const open = chosen?.at === active ? chosen.keys : pathTo(all, active).slice(0, -1);
  const go = useGo(all);
  return (
    <Menu
      theme={dark ? 'dark' : 'light'}
      mode="inline"
      inlineCollapsed={collapsed}
      inlineIndent={16}
      items={items}
      selectedKeys={[active]}
      {...(collapsed ? {} : { openKeys: open })}
      onOpenChange={(keys) => setChosen({ at: active, keys: openOnly(all, open, keys) })}
      {...(go ? { onClick: go } : {})}
    />
  );
}
