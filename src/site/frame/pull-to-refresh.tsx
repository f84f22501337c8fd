import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from './icon.tsx';

const PULL = 64;
const FARTHEST = 96;

/** Pulling at the very top of a page reloads all its data. Touch only; the browser's own pull-to-refresh is off. */
export function PullToRefresh({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const box = useRef<HTMLDivElement>(null);
  const [pulled, setPulled] = useState(0);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    const element = box.current;
    if (!element) return;
    let start: number | null = null;
    let way = 0;
    const begin = (event: TouchEvent) => {
      start = window.scrollY <= 0 && event.touches.length === 1 ? (event.touches[0]?.clientY ?? null) : null;
      way = 0;
    };
    const move = (event: TouchEvent) => {
      if (start === null) return;
      way = ((event.touches[0]?.clientY ?? start) - start) / 2.2;
      if (way <= 0 || window.scrollY > 0) return setPulled(0);
      if (event.cancelable && way > 6) event.preventDefault();
      setPulled(Math.min(FARTHEST, way));
    };
    const end = () => {
      if (start !== null && way >= PULL) {
        setBusy(true);
        void client.refetchQueries({ type: 'active' }).finally(() => setBusy(false));
      }
      start = null;
      setPulled(0);
    };
    element.addEventListener('touchstart', begin, { passive: true });
    element.addEventListener('touchmove', move, { passive: false });
    element.addEventListener('touchend', end);
    element.addEventListener('touchcancel', end);
    return () => {
      element.removeEventListener('touchstart', begin);
      element.removeEventListener('touchmove', move);
      element.removeEventListener('touchend', end);
      element.removeEventListener('touchcancel', end);
    };
  }, [client]);

  const height = busy ? 44 : pulled;
  return (
    <div ref={box}>
      <output className="pull" style={{ height }}>
        {height > 0 ? (
          <>
            <Icon name="refresh" size={18} />
            {busy ? '正在更新' : pulled >= PULL ? '松开更新' : '下拉更新'}
          </>
        ) : null}
      </output>
      {children}
    </div>
  );
}
