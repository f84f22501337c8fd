import { useEffect, useRef, type KeyboardEvent } from 'react';
import type { View } from './tab-rules.ts';
import type { TabActions } from './use-tabs.ts';

/** Px: width of the menu, and its distance to the right of the pointer. */
const WIDTH = 105;
const OFFSET = 15;

export interface TagMenuAt {
  readonly view: View;
  readonly x: number;
  readonly y: number;
}

interface Shown {
  readonly at: TagMenuAt;
  readonly views: readonly View[];
  readonly actions: TabActions;
  readonly onClose: () => void;
}

/** The context menu of a tab. Arrow keys move in it; Escape or a click outside closes it. */
export function TagMenu({ at: { view, x, y }, views, actions, onClose }: Shown) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    list.current?.querySelector<HTMLElement>('button:not([disabled])')?.focus();
    const outside = (event: PointerEvent): void => {
      if (event.target instanceof Node && !list.current?.contains(event.target)) onClose();
    };
    document.addEventListener('pointerdown', outside);
    window.addEventListener('resize', onClose);
    return () => {
      document.removeEventListener('pointerdown', outside);
      window.removeEventListener('resize', onClose);
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [onClose]);

  const index = views.findIndex((one) => one.path === view.path);
  const closable = (some: readonly View[]): boolean => some.some((one) => !one.meta.affix);
  const offers: [string, (view: View) => void, boolean][] = [
    ['刷新页面', actions.refresh, true],
    ['关闭当前', actions.close, !view.meta.affix],
    ['关闭右侧', actions.closeRight, closable(views.slice(index + 1))],
    ['关闭左侧', actions.closeLeft, closable(views.slice(0, index))],
    ['关闭其他', actions.closeOthers, closable(views.filter((one) => one.path !== view.path))],
    ['全部关闭', actions.closeAll, closable(views)],
  ];
  const move = (event: KeyboardEvent): void => {
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('button:not([disabled])') ?? [])];
    const now = buttons.indexOf(document.activeElement as HTMLElement);
    const to = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (to === undefined) return;
    else buttons.at(to % buttons.length)?.focus();
    event.preventDefault();
  };
  const left = Math.min(x + OFFSET, window.innerWidth - WIDTH - OFFSET);
  return (
    <div
      ref={list}
      role="menu"
      tabIndex={-1}
      aria-label={`${view.title}标签`}
      className="tag-menu"
      style={{ left, top: y, width: WIDTH }}
      onKeyDown={move}
    >
      {offers.map(([words, act, on]) => (
        <button
          key={words}
          type="button"
          role="menuitem"
          disabled={!on}
          onClick={() => {
            onClose();
            act(view);
          }}
        >
          {words}
        </button>
      ))}
    </div>
  );
}
