import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { inTitleMarks } from '../../../contract/catalog/title-marks.ts';
import { cartQuery, mergeCart, takeFromCart } from '../../cart/cart.store.ts';
import { Cover } from '../../cover/cover.tsx';
import { price } from '../../format/number.ts';
import { inLatin } from '../../format/script.ts';
import { workPath } from '../book-tile/book-tile.tsx';
import { toast, toastError } from '../frame/dialogs.ts';
import { Icon } from '../frame/icon.tsx';
import { network } from '../frame/network.store.ts';
import { CENTRE } from '../frame/places.ts';
import { Empty, Failed } from '../frame/state.tsx';
import { CheckoutSheet } from './checkout-sheet.tsx';
import { totalOf } from './commerce-queries.ts';
import { OfflineNote, OrdersSkeleton } from './order-states.tsx';

/** The cart of the account. A work that cannot be bought any more says so, and does not block the others. */
export function CartView() {
  const { online } = useSnapshot(network);
  const list = useQuery(cartQuery);
  const [left, setLeft] = useState<readonly number[]>([]);
  const [paying, setPaying] = useState(false);
  useEffect(() => void mergeCart().catch((error: unknown) => void toastError(error)), []);
  const items = list.data?.items;
  if (list.isError && !items) return <Failed error={list.error} retry={() => void list.refetch()} to="/personalCenter/default" action="回到我的" />;
  if (!items) return <OrdersSkeleton />;
  if (items.length === 0)
    return <Empty drawing="boat" title="购物车还是空的" reason="在作品页点“加入购物车”，可以一起结算。" to={CENTRE} action="去挑一本书" />;
  const sold = items.filter(({ fault }) => fault === '');
  const chosen = sold.filter(({ publishId }) => !left.includes(publishId));
  const remove = async (publishId: number): Promise<void> => {
    try {
      await takeFromCart(publishId);
      void toast('已移出购物车');
    } catch (error) {
      void toastError(error);
    }
  };
  return (
    <>
      <OfflineNote error={list.error} />
      <ul className="card cart-lines">
        {items.map(({ publishId, title, cover, workKind, payFen, shownFen, fault, discountName, unitFen }) => (
          <li key={publishId}>
            <label>
              <input
                type="checkbox"
                aria-label={`选择${inTitleMarks(title)}`}
                disabled={fault !== ''}
                checked={fault === '' && !left.includes(publishId)}
                onChange={({ target }) => setLeft(target.checked ? left.filter((one) => one !== publishId) : [...left, publishId])}
              />
              <Cover book={{ title, authorsText: '', cover }} scale="small" />
            </label>
            <span className="pay-line-words">
              <Link className="serif two-lines" to={workPath({ publishId, kind: workKind })} {...inLatin(title)}>
                {title || '已删除的作品'}
              </Link>
              {fault ? <span className="pay-fault">{fault}</span> : <b className="price">{price(payFen)}</b>}
              {fault === '' && discountName ? (
                <span className="meta">
                  {discountName} <s>{price(unitFen)}</s>
                </span>
              ) : null}
              {fault === '' && shownFen !== payFen ? <span className="meta">加入时 {price(shownFen)}</span> : null}
            </span>
            <button
              type="button"
              className="icon-button soft"
              aria-label={`把${inTitleMarks(title)}移出购物车`}
              disabled={!online}
              onClick={() => void remove(publishId)}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
      <div className="cart-foot">
        <p className="pay-sum">
          <span className="meta">合计（{chosen.length} 部）</span>
          <b className="price">{price(totalOf(chosen))}</b>
        </p>
        <button type="button" className="button button-fill button-tall" disabled={!online || chosen.length === 0} onClick={() => setPaying(true)}>
          {online ? '去结算' : '联网后可用'}
        </button>
      </div>
      {paying ? (
        <CheckoutSheet
          fromCart
          lines={chosen.map(({ publishId, title, cover, payFen }) => ({ publishId, title, cover, shownFen: payFen }))}
          close={() => setPaying(false)}
        />
      ) : null}
    </>
  );
}
