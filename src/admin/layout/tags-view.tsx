import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import CloseOutlined from '@ant-design/icons/CloseOutlined';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { View } from './tab-rules.ts';
import { tabs } from './tabs.store.ts';
import { TagMenu, type TagMenuAt } from './tag-menu.tsx';
import { useTabActions } from './use-tabs.ts';

const intoView = (tab: HTMLElement | null): void => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });

/** One tab for each visited page. A right click, Shift+F10 or the menu key opens the context menu; Delete closes the tab. */
export function TagsView({ current }: { current: string }) {
  const views = useSnapshot(tabs).views as readonly View[];
  const actions = useTabActions(current);
  const [menu, setMenu] = useState<TagMenuAt | null>(null);
  const strip = useRef<HTMLUListElement>(null);
  const leave = useCallback(() => setMenu(null), []);
  // React registers passive wheel listeners, but scrolling the strip must not scroll the page.
  useEffect(() => {
    const list = strip.current;
    const turn = (event: WheelEvent): void => {
      if (!list || list.scrollWidth <= list.clientWidth || event.deltaY === 0) return;
      list.scrollLeft += event.deltaY;
      event.preventDefault();
    };
    list?.addEventListener('wheel', turn, { passive: false });
    return () => list?.removeEventListener('wheel', turn);
  }, []);

  const openAt = (view: View, element: Element, x: number, y: number): void => {
    const box = element.getBoundingClientRect();
    setMenu(x > 0 || y > 0 ? { view, x, y } : { view, x: box.left, y: box.bottom });
  };
  const onKey = (view: View) => (event: KeyboardEvent) => {
    if (event.key === 'ContextMenu' || (event.key === 'F10' && event.shiftKey)) openAt(view, event.currentTarget, 0, 0);
    else if (event.key === 'Delete' && !view.meta.affix) actions.close(view);
    else return;
    event.preventDefault();
  };
  const onRight = (view: View) => (event: MouseEvent) => {
    event.preventDefault();
    openAt(view, event.currentTarget, event.clientX, event.clientY);
  };
  const onMiddle = (view: View) => (event: MouseEvent) => {
    if (event.button !== 1 || view.meta.affix) return;
    event.preventDefault();
    actions.close(view);
  };
  return (
    <nav aria-label="已打开的页面" className="admin-tags">
      <ul ref={strip}>
        {views.map((view) => (
          <li key={view.path} className={view.path === current ? 'on' : ''} ref={view.path === current ? intoView : null}>
            <Link
              to={view.fullPath}
              aria-current={view.path === current ? 'page' : undefined}
              aria-keyshortcuts={view.meta.affix ? 'Shift+F10' : 'Shift+F10 Delete'}
              onKeyDown={onKey(view)}
              onContextMenu={onRight(view)}
              onAuxClick={onMiddle(view)}
            >
              {view.title}
            </Link>
            {view.meta.affix ? null : (
              <button type="button" aria-label={`关闭${view.title}`} onClick={() => actions.close(view)} onContextMenu={onRight(view)}>
                <CloseOutlined />
              </button>
            )}
          </li>
        ))}
      </ul>
      {menu ? <TagMenu at={menu} views={views} actions={actions} onClose={leave} /> : null}
    </nav>
  );
}
