import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { cartQuery, waitingCart } from '../../cart/cart.store.ts';
import { session } from '../../session/session.store.ts';
import { BagIcon } from './bag-icon.tsx';
import './bag-link.css';

const wide = matchMedia('(min-width: 992px)');
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
    <Link className="icon-button top-bar-person bag-link" to="/personalCenter/order?tab=cart" aria-label={count > 0 ? `购物车，${count} 部作品` : '购物车'}>
      <BagIcon />
      {count > 0 ? <span className="bag-count">{count}</span> : null}
    </Link>
  );
}
