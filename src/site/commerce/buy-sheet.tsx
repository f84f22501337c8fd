import { useEffect } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { loadable } from '../../loading/loadable.ts';
import { session } from '../../session/session.store.ts';
import { loginPath } from '../frame/login-path.ts';

const CheckoutSheet = loadable(async () => (await import('./checkout-sheet.tsx')).CheckoutSheet);
const OPENED = { buy: true };

/** Opens the sheet of the page of a work: it is part of the address, so the back key closes it and the sign-in returns into it. */
export function useOpenSheet(): () => void {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return () => {
    const query = new URLSearchParams(search);
    query.set('buy', '1');
    void navigate(`${pathname}?${query}`, { state: OPENED, preventScrollReset: true });
  };
}

/** The sheet of the page of a work, for `?buy=1` and as long as the user does not own the work. */
export function BuySheet({ work }: { work: Pick<BookDetail, 'publishId' | 'title' | 'cover' | 'salePriceFen' | 'campaign'> }) {
  const [query] = useSearchParams();
  const { pathname, search, state } = useLocation() as { pathname: string; search: string; state: unknown };
  const { now } = useSnapshot(session);
  const navigate = useNavigate();
  const wanted = query.get('buy') === '1';
  const mustSignIn = wanted && now.state === 'anonymous';
  useEffect(() => {
    if (mustSignIn) void navigate(loginPath(pathname + search), { replace: true });
  }, [mustSignIn, navigate, pathname, search]);
  // The script loads while the buyer reads the page, so that the sheet opens at once. A visitor signs in first, on another page.
  const mayBuy = now.state === 'authenticated';
  useEffect(() => {
    if (!mayBuy) return;
    const timer = setTimeout(() => CheckoutSheet.ahead(), 1500);
    return () => clearTimeout(timer);
  }, [mayBuy]);
  if (!wanted || mustSignIn) return null;
  const close = (): void => {
    if (isOpened(state)) return void navigate(-1);
    const rest = new URLSearchParams(query);
    for (const name of ['buy', 'from']) rest.delete(name);
    void navigate({ pathname, search: String(rest) }, { replace: true, preventScrollReset: true });
  };
  const { publishId, title, cover } = work;
  return <CheckoutSheet lines={[{ publishId, title, cover, shownFen: priceNow(work) }]} from={fromPath(query.get('from'))} close={close} />;
}

/** The campaign of a work, unless it has ended since the page was stored. */
export const campaignNow = ({ campaign }: Pick<BookDetail, 'campaign'>): BookDetail['campaign'] =>
  campaign && campaign.until > Date.now() ? campaign : undefined;

/** What a copy costs everybody now. */
export const priceNow = (work: Pick<BookDetail, 'salePriceFen' | 'campaign'>): number => campaignNow(work)?.payFen ?? work.salePriceFen;

const isOpened = (state: unknown): boolean => typeof state === 'object' && state !== null && 'buy' in state;
/** Only a path of this site. */
const fromPath = (path: string | null): string => (path && /^\/(?![/\\])/.test(path) ? path : '');
