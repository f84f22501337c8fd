import { Activity, memo, useEffect, useMemo, useRef, type RefObject } from 'react';
import { Route, Routes, useLocation, useNavigationType, type Location } from 'react-router-dom';
import { useSnapshot } from 'valtio/react';
import type { AdminPage } from './admin-location.ts';
import { InnerLink } from './inner-link.tsx';
import { NoPage } from './page-missing.tsx';
import { Arrival } from '../ui/arrival.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { tabs } from './tabs.store.ts';

/** Milliseconds that the focus waits for the heading of a page that is still loading. */
const HEADING_MS = 4_000;

interface Kept {
  readonly page: AdminPage;
  readonly location: Location;
}

/** A page with its own location, which stays mounted while another page is shown. */
const Framed = memo(function Framed({ page, location }: Kept) {
  const inside = page.link ? <InnerLink address={page.link} title={page.title} /> : page.Page ? <page.Page /> : <NoPage page={page} />;
  return (
    <Routes location={location}>
      <Route path={page.pattern} element={<PageTitle value={page.title}>{inside}</PageTitle>} />
    </Routes>
  );
});

/** Visited pages: the current one is visible; the others keep their state hidden until their tab is closed. */
export function PageStage({ current, placed }: { current: AdminPage | null; placed: (path: string) => AdminPage | null }) {
  const location = useLocation();
  const arrival = useNavigationType();
  const { cached, editions } = useSnapshot(tabs);
  const shown = useMemo(() => {
    const kept = new Map<string, Kept>();
    for (const [path, before] of Object.entries(cached)) {
      const page = placed(path);
      if (page) kept.set(path, { page, location: before as Location });
    }
    if (current) kept.set(current.path, { page: current, location });
    return [...kept];
  }, [cached, current, placed, location]);
  const stage = useRef<HTMLDivElement>(null);
  useHeadingFocus(stage, current?.path ?? null);
  return (
    <div ref={stage}>
      {shown.map(([path, kept]) => (
        <Activity key={`${path} ${editions[path] ?? 0}`} mode={path === current?.path ? 'visible' : 'hidden'}>
          <div className="admin-place" data-path={path}>
            <Arrival value={arrival}>
              <Framed page={kept.page} location={kept.location} />
            </Arrival>
          </div>
        </Activity>
      ))}
    </div>
  );
}

/**
 * Moves the focus (and the screen reader) to the heading of a newly opened page. A page opened directly by its address does not change the
 * focus.
 */
function useHeadingFocus(stage: RefObject<HTMLDivElement | null>, path: string | null): void {
  const before = useRef<string | null>(null);
  useEffect(() => {
    if (!path || before.current === path) return;
    const first = before.current === null;
    before.current = path;
    if (first) return;
    const place = (): HTMLElement | null => stage.current?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"] h1`) ?? null;
    const had = document.activeElement;
    /** Returns true when waiting is over: the heading has the focus, or the user moved the focus elsewhere. */
    const take = (): boolean => {
      const { activeElement } = document;
      if (activeElement !== had && activeElement !== document.body) return true;
      const heading = place();
      if (!heading) return false;
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
      return true;
    };
    window.scrollTo(0, 0);
    if (take() || !stage.current) return;
    const watch = new MutationObserver(() => take() && watch.disconnect());
    watch.observe(stage.current, { childList: true, subtree: true });
    const limit = setTimeout(() => watch.disconnect(), HEADING_MS);
    return () => {
      watch.disconnect();
      clearTimeout(limit);
    };
  }, [stage, path]);
}
