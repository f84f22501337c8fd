import { useQuery } from '@tanstack/react-query';
import { Navigate } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import { lastRead } from '../../reading-progress/last-read.ts';
import { currentPerson } from '../../session/current-person.ts';
import { session } from '../../session/session.store.ts';
import { readPath } from '../book-tile/book-tile.tsx';
import { recentReading } from './home-queries.ts';
import { NavBar } from '../frame/nav-bar.tsx';
import { network } from '../frame/network.store.ts';
import { CENTRE } from '../frame/places.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import { Empty, Failed } from '../frame/state.tsx';
import { loginPath } from '../frame/login-path.ts';

const LOG_IN = loginPath('/cms/main/continue');

/** Opens the last book where the user stopped: on this device without a network, else the newest position of all devices. */
export function ContinueScreen() {
  const { now } = useSnapshot(session);
  const { online } = useSnapshot(network);
  const signedIn = now.state !== 'anonymous';
  const asked = signedIn && online;
  const found = useQuery({ ...recentReading, enabled: asked });
  const here = lastRead(currentPerson());
  // Without an answer the position of this device is the best that is known.
  const there = asked ? found.data?.rows[0] : undefined;
  if (asked && found.isPending)
    return (
      <Frame>
        <div aria-busy="true">
          <Skeleton ratio="3 / 4" />
        </div>
      </Frame>
    );
  if (there && there.progress.clock > (here?.clock ?? 0)) return <Navigate to={readPath(there.book.publishId)} replace />;
  if (here) return <Navigate to={readPath(here.publishId)} replace />;
  if (there) return <Navigate to={readPath(there.book.publishId)} replace />;
  if (!signedIn)
    return (
      <Frame>
        <Empty title="登录后接着上次读" reason="这台设备上还没有读过的书。登录后，别的设备上读到哪里，这里就从哪里打开。" to={LOG_IN} action="登录" />
      </Frame>
    );
  if (found.isError || !online)
    return (
      <Frame>
        <Failed error={found.error} retry={() => void found.refetch()} />
      </Frame>
    );
  return (
    <Frame>
      <Empty title="还没有在读的书" reason="翻开一本，读到哪里都会替您记着；下次点“续读”就从那里打开。" to={CENTRE} action="去阅读中心" />
    </Frame>
  );
}

const Frame = ({ children }: { children: React.ReactNode }) => (
  <div className="measure">
    <NavBar title="续读" />
    {children}
  </div>
);
