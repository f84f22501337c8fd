import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { claimSeat, seatOffer } from '../../../contract/commerce/seat.ts';
import { SEAT_PATH } from '../../../contract/commerce/commerce.site.ts';
import { shelfState } from '../../../contract/library/shelf.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryOf } from '../../api/query-client.ts';
import { withKey } from '../../api/with-key.ts';
import { Cover } from '../../cover/cover.tsx';
import { inLatin } from '../../format/script.ts';
import { forgetLinkSecret, linkSecret } from '../../session/link-secret.ts';
import { session } from '../../session/session.store.ts';
import { workPath } from '../book-tile/book-tile.tsx';
import { NavBar } from '../frame/nav-bar.tsx';
import { network } from '../frame/network.store.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { loginPath } from '../frame/login-path.ts';
import './commerce.css';
import './order.css';
import './seat.css';

const LOGIN = loginPath(SEAT_PATH);

/** A copy that someone gives away, as its link opens it. The code stays in memory and is sent in the body only. */
export function SeatScreen() {
  const [code] = useState(() => linkSecret(SEAT_PATH, 'code'));
  const { now } = useSnapshot(session);
  return (
    <div className="orders measure">
      <NavBar title="领取赠书" otherwise="/" />
      {!code ? (
        <Empty drawing="find" title="链接不完整" reason="请重新打开对方发给您的领取链接。" to="/" action="去首页" />
      ) : now.state === 'anonymous' ? (
        <Empty drawing="lamp" title="有人送您一本书" reason="登录后领取，作品会放进您的账号。" to={LOGIN} action="登录后领取" />
      ) : now.state === 'authenticated' ? (
        <Offer code={code} />
      ) : (
        <Skeleton height={240} top={16} />
      )}
    </div>
  );
}

function Offer({ code }: { code: string }) {
  const navigate = useNavigate();
  const { online } = useSnapshot(network);
  // Not stored on the device: the key contains the code.
  const query = withKey(queryOf(seatOffer, { body: { code } }), 'passing');
  const found = useQuery({
    ...query,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const claim = useMutation({
    mutationFn: () => call(claimSeat, { body: { code } }),
    onSuccess: ({ publishId, workKind }) => {
      forgetLinkSecret(SEAT_PATH, 'code');
      void queryClient.invalidateQueries({ queryKey: queryOf(shelfState, { params: { publishId } }).queryKey });
      void navigate(workPath({ publishId, kind: workKind }), { replace: true });
    },
  });
  const offer = found.data;
  if (!offer)
    return found.isError ? (
      <Failed error={found.error} retry={() => void found.refetch()} to="/" action="去首页" />
    ) : (
      <Skeleton height={240} top={16} />
    );
  const { title, cover, giver, fault, publishId, workKind } = offer;
  return (
    <section className="pay-state seat-offer" aria-label="领取赠书">
      <Cover book={{ title, authorsText: '', cover }} scale="small" />
      <h2 className="serif" {...inLatin(title)}>
        {title}
      </h2>
      <p>{giver} 送给您这部作品，领取后就可以读，也可以存到本机。</p>
      <div role="alert" className="pay-fault">
        {fault || claim.error?.message}
      </div>
      <div className="pay-acts">
        {fault ? (
          <Link className="button button-line button-tall" to={workPath({ publishId, kind: workKind })}>
            查看作品
          </Link>
        ) : (
          <button type="button" className="button button-fill button-tall" disabled={!online || claim.isPending} onClick={() => claim.mutate()}>
            {!online ? '联网后可用' : claim.isPending ? '正在领取…' : '领取'}
          </button>
        )}
      </div>
    </section>
  );
}
