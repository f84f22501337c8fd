import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { price } from '../../format/number.ts';
import { loadable } from '../../loading/loadable.ts';
import { session } from '../../session/session.store.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { BagIcon } from '../frame/bag-icon.tsx';
import { loginPath } from '../frame/login-path.ts';
import { campaignNow, priceNow, useOpenSheet } from './buy-sheet.tsx';
import './more-ways.css';

// Only a signed-in reader loads them; without a network the page is complete as it is.
const GroupPrice = loadable(async () => (await import('./more-ways.tsx').catch(() => ({ GroupPrice: () => null }))).GroupPrice);
const GroupSheet = loadable(async () => (await import('./more-ways.tsx')).GroupSheet);

type Offer = Pick<BookDetail, 'publishId' | 'title' | 'cover' | 'isFree' | 'salePriceFen' | 'paperShops' | 'campaign'>;

/**
 * Ways to get a work besides the own copy: copies for a group, and shops with the printed book. `group`: the work has an electronic edition or a
 * recording, so that copies of it can be handed out.
 */
export function MoreWays({ work, group }: { work: Offer; group: boolean }) {
  const shops = work.paperShops ?? [];
  const sold = group && !work.isFree && work.salePriceFen > 0;
  const campaign = sold ? campaignNow(work) : undefined;
  if (!sold && shops.length === 0) return null;
  return (
    <section className="more-ways" aria-label="更多购买方式">
      {campaign ? (
        <p>
          {campaign.words}
          {campaign.payFen < work.salePriceFen ? <s className="meta">{price(work.salePriceFen)}</s> : null}
        </p>
      ) : null}
      {sold ? <GroupBuying work={work} /> : null}
      {shops.map(({ name, url, priceFen }) => {
        const words = `买纸质书：${name}${priceFen > 0 ? ` ${price(priceFen)}` : ''}`;
        return (
          <a
            key={url}
            className="button button-line"
            href={url}
            target="_blank"
            rel="noopener noreferrer nofollow"
            aria-label={`${words}，在新窗口打开`}
          >
            {words}
          </a>
        );
      })}
    </section>
  );
}

/** The sheet is part of the address, so that the sign-in returns into it. */
function GroupBuying({ work }: { work: Offer }) {
  const { now } = useSnapshot(session);
  const signedIn = now.state === 'authenticated';
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const show = (open: boolean): void => {
    const next = new URLSearchParams(query);
    if (open) next.set('group', '1');
    else next.delete('group');
    if (open && !signedIn) return void navigate(loginPath(`${pathname}?${next}`));
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  return (
    <>
      <button type="button" className="button button-line" onClick={() => show(true)}>
        团购{signedIn ? <GroupPrice work={work} /> : null}
      </button>
      {query.get('group') === '1' && signedIn ? <GroupSheet work={work} close={() => show(false)} /> : null}
    </>
  );
}

type Work = Pick<BookDetail, 'publishId' | 'isFree' | 'salePriceFen' | 'campaign'>;

/** What the page of a work knows about buying it. */
export interface ShelfRight {
  readonly entitled: boolean;
  readonly right?: 'none' | 'bought' | 'granted' | 'refunding';
  readonly note?: string;
}

/** Whether the buttons to buy are shown, or the sentence that is shown instead of them. */
export function buyingOf(work: Work, state: ShelfRight | undefined): { buys: boolean; note: string } {
  if (work.isFree || work.salePriceFen === 0 || state?.entitled) return { buys: false, note: '' };
  const note = state?.note ?? '';
  return { buys: note === '', note };
}

export function BuyButton({ work }: { work: Work }) {
  const open = useOpenSheet();
  return (
    <button type="button" className="button button-fill button-tall button-wide" onClick={open}>
      购买 {price(priceNow(work))}
    </button>
  );
}

/** Small in the bottom bar of a phone, else a button with a line. */
export function CartButton({ work, foot = false }: { work: Work; foot?: boolean }) {
  const [busy, setBusy] = useState(false);
  const add = async (): Promise<void> => {
    setBusy(true);
    try {
      const { putInCart } = await import('../../cart/cart.store.ts');
      const where = await putInCart({ publishId: work.publishId, shownFen: priceNow(work) });
      void toast(where === 'account' ? '已加入购物车' : where === 'full' ? '购物车已满，请先结算或移出一些' : '已加入购物车，登录并联网后可结算');
    } catch (error) {
      void toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button
      type="button"
      className={foot ? 'book-collect' : 'button button-line button-tall button-wide'}
      disabled={busy}
      aria-label="加入购物车"
      onClick={() => void add()}
    >
      <BagIcon size={foot ? 24 : 20} />
      {foot ? '购物车' : '加入购物车'}
    </button>
  );
}
