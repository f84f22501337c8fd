import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

/** Pulling at the very top of a page reloads all its data. Touch only; the browser's own pull-to-refresh is off. */
export function PullToRefresh({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const [{ pulled, far }, setPull] = useState({ pulled: 0, far: false });
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let stop: (() => void) | null | undefined;
    // A first visit is shown before the gesture is loaded.
    void import('./pull-gesture.ts')
      .then(({ listenForPull, PULL }) => {
        if (stop === null) return;
        stop = listenForPull(
          element,
          (way) => setPull({ pulled: way, far: way >= PULL }),
          () => {
            setBusy(true);
            void client.refetchQueries({ type: 'active' }).finally(() => setBusy(false));
          },
        );
      })
      .catch(() => undefined);
    return () => {
      stop?.();
      stop = null;
    };
  }, [client]);

  const height = busy ? 44 : pulled;
  return (
    <div ref={box}>
      <output className="pull" style={{ height }}>
        {height > 0 ? (
          <>
            <Icon name="refresh" size={18} />
            {busy ? '正在更新' : far ? '松开更新' : '下拉更新'}
          </>
        ) : null}
      </output>
      {children}
    </div>
  );
}
