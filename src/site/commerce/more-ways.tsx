import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { BookDetail } from '../../../contract/catalog/book.ts';
import { SEATS } from '../../../contract/commerce/order-limits.ts';
import { price } from '../../format/number.ts';
import { loadable } from '../../loading/loadable.ts';
import { session } from '../../session/session.store.ts';
import { preview } from './commerce-queries.ts';
import './more-ways.css';

const CheckoutSheet = loadable(async () => (await import('./checkout-sheet.tsx')).CheckoutSheet);

type Work = Pick<BookDetail, 'publishId' | 'title' | 'cover' | 'isFree' | 'salePriceFen' | 'paperShops'>;

/** Ways to get a work besides the own copy: copies for a group, and shops with the printed book. */
/** `group`: the work has an electronic edition or a recording, so that copies of it can be handed out. */
export function MoreWays({ work, group }: { work: Work; group: boolean }) {
  const shops = work.paperShops ?? [];
  const sold = group && !work.isFree && work.salePriceFen > 0;
  if (!sold && shops.length === 0) return null;
  return (
    <section className="more-ways" aria-label="更多购买方式">
      {sold ? <GroupBuying work={work} /> : null}
      {shops.map(({ name, url, priceFen }) => (
        <Shop key={url} url={url} words={`买纸质书：${name}${priceFen > 0 ? ` ${price(priceFen)}` : ''}`} />
      ))}
    </section>
  );
}

const Shop = ({ url, words }: { url: string; words: string }) => (
  <a className="button button-line" href={url} target="_blank" rel="noopener noreferrer nofollow" aria-label={`${words}，在新窗口打开`}>
    {words}
  </a>
);

/** The sheet is part of the address, so that the sign-in returns into it. */
function GroupBuying({ work }: { work: Work }) {
  const { now } = useSnapshot(session);
  const signedIn = now.state === 'authenticated';
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [query, setQuery] = useSearchParams();
  const ids = [work.publishId];
  const rules = useQuery({ ...preview(ids, SEATS.least), enabled: signedIn });
  const least = rules.data?.seats.least ?? SEATS.least;
  const asked = useQuery({ ...preview(ids, least), enabled: signedIn && rules.isSuccess });
  const line = asked.data?.lines[0];
  const show = (open: boolean): void => {
    const next = new URLSearchParams(query);
    if (open) next.set('group', '1');
    else next.delete('group');
    if (open && !signedIn) return void navigate(`/cmsLogin?redirect=${encodeURIComponent(`${pathname}?${next}`)}`);
    setQuery(next, { replace: true, preventScrollReset: true });
  };
  const { publishId, title, cover, salePriceFen } = work;
  return (
    <>
      <button type="button" className="button button-line" onClick={() => show(true)}>
        团购{line && line.fault === '' ? ` ${least} 份 ${price(line.payFen)}` : `（${least}份起有优惠）`}
      </button>
      {query.get('group') === '1' && signedIn ? (
        <CheckoutSheet lines={[{ publishId, title, cover, shownFen: salePriceFen }]} copies={least} close={() => show(false)} />
      ) : null}
    </>
  );
}
