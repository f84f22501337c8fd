import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { cartQuery, waitingCart } from '../../cart/cart.store.ts';
import { session } from '../../session/session.store.ts';

/** As in `icon.tsx`, which the first visit loads. */
const BAG = 'M5.5 8h13l1 11.5h-15zM8.5 10.5V7a3.5 3.5 0 0 1 7 0v3.5';
const wide = matchMedia('(min-width: 768px)');
const watchWidth = (changed: () => void): (() => void) => {
  wide.addEventListener('change', changed);
  return () => wide.removeEventListener('change', changed);
};

/** The cart with the number of its works, where the top bar has room. */
export function BagLink() {
  const { now } = useSnapshot(session);
  const { count: waiting } = useSnapshot(waitingCart);
  const shown = useSyncExternalStore(watchWidth, () => wide.matches);
  const { data } = useQuery({ ...cartQuery, staleTime: 60_000, enabled: shown && now.state === 'authenticated' });
  const count = waiting + (now.state === 'anonymous' ? 0 : (data?.items.length ?? 0));
  return (
    <Link
      className="icon-button top-bar-person bag-link"
      to="/personalCenter/order?tab=cart"
      aria-label={count > 0 ? `购物车，${count} 部作品` : '购物车'}
    >
      <svg
        className="icon"
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.6}
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={BAG} />
      </svg>
      {count > 0 ? <span className="bag-count">{count}</span> : null}
    </Link>
  );
}
