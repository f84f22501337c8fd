import { useState } from 'react';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { price } from '../../format/number.ts';
import { loadable } from '../../loading/loadable.ts';
import { toast, toastError } from '../frame/dialogs.ts';
import { BagIcon } from '../frame/bag-icon.tsx';
import { useOpenSheet } from './buy-sheet.tsx';

/** Without a network the page is complete as it is. */
export const MoreWays = loadable(async () => (await import('./more-ways.tsx').catch(() => ({ MoreWays: () => null }))).MoreWays);

type Work = Pick<BookDetail, 'publishId' | 'isFree' | 'salePriceFen'>;

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
      购买 {price(work.salePriceFen)}
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
      const where = await putInCart({ publishId: work.publishId, shownFen: work.salePriceFen });
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
