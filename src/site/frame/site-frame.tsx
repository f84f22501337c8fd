import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLocation } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import './frame.css';
import './parts.css';
import { loadable } from '../../loading/loadable.ts';
import { OfflineBar } from './offline-bar.tsx';
import { PullToRefresh } from './pull-to-refresh.tsx';
import { useRouteHead } from './page-head.ts';
import { bottomBar } from './bottom-bar.store.ts';
import { TabBar } from './tab-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** Below the first screen. */
const SiteFooter = loadable(async () => (await import('./site-footer.tsx')).SiteFooter);

/** The frame of every page of the site except the reader, sign-in and registration. */
export function SiteFrame({ bars, children = <Outlet /> }: { bars?: ReactNode; children?: ReactNode }) {
  const { pathname } = useLocation();
  const { Bar, Bag } = useSnapshot(bottomBar);
  useRouteHead(pathname);
  const main = useFocusAtNavigation(pathname);
  return (
    <div className="site frame">
      <a className="skip" href="#main">
        跳到正文
      </a>
      <TopBar path={pathname} bag={Bag && <Bag />} />
      <main id="main" className="frame-main" tabIndex={-1} ref={main}>
        <OfflineBar />
        {bars}
        <PullToRefresh>{children}</PullToRefresh>
      </main>
      <SiteFooter />
      {Bar && <Bar />}
      <TabBar path={pathname} />
      {/* The first page of every visit has one key: it begins where the same address was left, not where another was. */}
      <ScrollRestoration getKey={({ key, pathname, search }) => (key === 'default' ? pathname + search : key)} />
    </div>
  );
}

/** After a navigation the focus and the screen reader start at the new page, not at the old link. */
export function useFocusAtNavigation(path: string) {
  const element = useRef<HTMLElement>(null);
  const last = useRef(path);
  // Runs before the effects of the page, so that a field with autofocus gets the focus after this.
  useLayoutEffect(() => {
    if (last.current === path) return;
    last.current = path;
    element.current?.focus({ preventScroll: true });
  }, [path]);
  return element;
}
