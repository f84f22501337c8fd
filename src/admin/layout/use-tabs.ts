import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { afterClosing, close, closeAll, closeLeft, closeOthers, closeRight, type View } from './tab-rules.ts';
import { saveTabs, tabs } from './tabs.store.ts';

export interface TabActions {
  refresh(view: View): void;
  close(view: View): void;
  closeRight(view: View): void;
  closeLeft(view: View): void;
  closeOthers(view: View): void;
  closeAll(view: View): void;
}

/** Returns the actions on tabs; `current` is the path of the visible page. */
export function useTabActions(current: string): TabActions {
  const navigate = useNavigate();
  return useMemo(() => {
    /** Navigates away if the current page has no tab any more. */
    const settle = (left: View[], closed: View): void => {
      saveTabs(left);
      if (!left.some((view) => view.path === current)) void navigate(afterClosing(left, closed));
    };
    return {
      refresh: (view) => void navigate(`/redirect${view.fullPath}`, { replace: view.path === current }),
      close: (view) => settle(close(tabs.views, view.path), view),
      closeRight: (view) => settle(closeRight(tabs.views, view.path), view),
      closeLeft: (view) => settle(closeLeft(tabs.views, view.path), view),
      closeOthers: (view) => {
        if (view.path !== current) void navigate(view.fullPath);
        saveTabs(closeOthers(tabs.views, view.path));
      },
      closeAll: (view) => settle(closeAll(tabs.views), view),
    };
  }, [navigate, current]);
}
