import { useEffect, useState } from 'react';
import { Button } from 'antd';
import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { loadable } from '../../loading/loadable.ts';
import type { MenuNode, MenuPage } from './menu-routes.ts';

const SearchPanel = loadable(async () => (await import('./search-panel.tsx')).SearchPanel);

const isTyping = (element: Element | null): boolean =>
  element instanceof HTMLElement && (element.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(element.tagName));

/** Finds a menu page by its title or path; `/` opens it from anywhere. */
export function HeaderSearch({ pages, nodes }: { pages: readonly MenuPage[]; nodes: readonly MenuNode[] }) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(document.activeElement)) return;
      if (document.querySelector('.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open')) return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <Button type="text" icon={<SearchOutlined />} aria-label="搜索菜单" title="搜索菜单（/）" aria-keyshortcuts="/" onClick={() => setOpen(true)} />
      {open ? <SearchPanel pages={pages} nodes={nodes} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
