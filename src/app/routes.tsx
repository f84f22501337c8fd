import { Navigate, Outlet, type PatchRoutesOnNavigationFunction, redirect, type RouteObject, useLocation } from 'react-router-dom';
import { BACK_OFFICE_PATH } from '../../contract/content/back-office.ts';
import { firstHeadOf } from '../../contract/content/page.ts';
import { READER_PATH } from '../../contract/reading/reader-path.ts';
import { loadable } from '../loading/loadable.ts';
import { canOpenAdmin } from '../session/rights.ts';
import { loadPerson, session } from '../session/session.store.ts';
import { HomeScreen } from '../site/content/home.screen.tsx';
import { SiteFrame } from '../site/frame/site-frame.tsx';
import { accessOf, NOT_FOUND, OWN_PAGE, redirectFor } from './route-guard.ts';
import { ErrorScreen } from './error.screen.tsx';
import { FirstSkeleton } from './first-skeleton.tsx';
import { loadReader } from './preload-reader.ts';
import { UpdateBar } from './update-bar.tsx';

/** Only the back office needs to know the user's roles; a token is enough for the rest, also offline. */
async function guard({ request }: { request: Request }): Promise<Response | null> {
  const { pathname, search } = new URL(request.url);
  // A loader does not get the hash; when a page is opened directly, the address bar still has it.
  const hash = location.pathname === pathname && location.search === search ? location.hash : '';
  const path = targetOf(pathname) ?? pathname;
  const access = accessOf(path);
  if (access === 'back-office' || access === 'nowhere') await loadPerson();
  if (access === 'nowhere' && isAdmin(path)) return null;
  if (session.factorDue && path !== OWN_PAGE) return redirect(`${OWN_PAGE}?tab=security`);
  const target = redirectFor(path + search + hash, access, session.now);
  return target ? redirect(target) : null;
}

/** The back office is one lazy chunk, loaded when a user with access opens one of its pages. */
const AdminFrame = loadable(
  async () => {
    const { loadAdmin } = await import('../admin/layout/load-admin.ts');
    return (await loadAdmin()).AdminFrame;
  },
  <FirstSkeleton />,
);

/** For a reader, who has no page in the back office. */
const OwnProfile = loadable(async () => (await import('../site/identity/profile.screen.tsx')).ProfileScreen);

const own = (
  <SiteFrame bars={<UpdateBar />}>
    <OwnProfile />
  </SiteFrame>
);

/** `/redirect/{path}`: the admin remounts its own page without leaving; the site navigates away and back. */
function Rest() {
  const { pathname, search } = useLocation();
  const target = targetOf(pathname);
  if (target && !isAdmin(target)) return <Navigate to={target + search} replace />;
  // In the back office for staff, in the site for readers. One route for both, so the admin shell is not remounted.
  if (pathname === OWN_PAGE && !isAdmin(OWN_PAGE)) return own;
  return <AdminFrame />;
}

const targetOf = (path: string): string | null =>
  path.startsWith('/redirect/') ? `/${path.slice('/redirect/'.length).replace(/^[/\\]+/, '')}` : null;

/** True for an admin page or, for staff, an address that the menu may contain; the admin itself checks which pages exist. */
const isAdmin = (path: string): boolean => {
  const access = accessOf(path);
  if (access === 'back-office') return true;
  const staff = session.now.state === 'authenticated' && canOpenAdmin(session.now.roles);
  return staff && (access === 'nowhere' ? !path.startsWith('/cms/') : path === OWN_PAGE);
};

/** Paths that no site route matches: an admin page, or not found. The common guard has already checked the access. */
async function guardRest({ request }: { request: Request }): Promise<Response | null> {
  const { pathname } = new URL(request.url);
  await loadPerson();
  return targetOf(pathname) || pathname === OWN_PAGE || isAdmin(pathname) ? null : redirect(NOT_FOUND);
}

const page = <K extends string>(load: () => Promise<Record<K, React.ComponentType>>, name: K) => ({
  lazy: async () => ({ Component: (await load())[name] }),
});

/** On navigation from another page, the book is requested in parallel; a reader opened directly requests it itself. */
async function openAhead({ request }: { request: Request }): Promise<null> {
  if (location.pathname === READER_PATH) return null;
  const { openEarly } = await loadReader();
  openEarly(new URL(request.url).searchParams, request.signal);
  return null;
}

const detail = page(() => import('../site/catalog/book-detail.screen.tsx'), 'BookDetailScreen');
const browse = page(() => import('../site/catalog/browse.screen.tsx'), 'BrowseScreen');

/** The routes that the site pages of all areas are below: with the bars of the site, or without. */
const FRAMED = 'framed';
const ROOT = 'site';
let known: Promise<typeof import('./site-routes.ts')> | null = null;

/**
 * Adds the site pages of all areas when a path is none of the first pages: their list would make a first visit slower. Each navigation adds
 * them itself, because the router ignores what an interrupted one adds; routes that it already has are not added again.
 */
export const addSiteRoutes: PatchRoutesOnNavigationFunction = async ({ path, patch }) => {
  if (firstHeadOf(path) || BACK_OFFICE_PATH.test(path)) return;
  known ??= import('./site-routes.ts').catch((error: unknown) => {
    known = null;
    throw error;
  });
  const { siteRoutes } = await known;
  patch(FRAMED, siteRoutes(true));
  patch(ROOT, siteRoutes(false));
};

export const routes: RouteObject[] = [
  {
    id: ROOT,
    loader: guard,
    shouldRevalidate: () => true,
    Component: Outlet,
    ErrorBoundary: ErrorScreen,
    HydrateFallback: FirstSkeleton,
    children: [
      {
        element: <SiteFrame bars={<UpdateBar />} />,
        children: [
          {
            id: FRAMED,
            ErrorBoundary: ErrorScreen,
            children: [
              { path: '/', Component: HomeScreen },
              { path: '/cms/main/cmsHomeIndex', Component: HomeScreen },
              { path: '/cms/main/cmsReadingCenter', ...browse },
              { path: '/cms/main/collectedWorks', ...browse },
              { path: '/cms/main/classification', ...browse },
              { path: '/cms/main/bookDetail/:publishId', ...detail },
              {
                path: '/cms/main/collectedVideoDetail/:publishId',
                ...page(() => import('../site/media/video-detail.screen.tsx'), 'VideoDetailScreen'),
              },
              { path: '/cms/main/collectedVideoPlay', ...page(() => import('../site/media/video-play.screen.tsx'), 'VideoPlayScreen') },
              { path: '/cms/main/search', ...page(() => import('../site/catalog/search.screen.tsx'), 'SearchScreen') },
              { path: '/personalCenter', loader: () => redirect('/personalCenter/default') },
              { path: '/personalCenter/default', ...page(() => import('../site/identity/me.screen.tsx'), 'MeScreen') },
              { path: '/personalCenter/favorite', ...page(() => import('../site/library/shelf.screen.tsx'), 'ShelfScreen') },
              { path: '/personalCenter/download', ...page(() => import('../site/library/download.screen.tsx'), 'DownloadScreen') },
              { path: '/401', ...page(() => import('../site/content/forbidden.screen.tsx'), 'NoRightScreen') },
              { path: NOT_FOUND, ...page(() => import('../site/content/forbidden.screen.tsx'), 'NotFoundScreen') },
            ],
          },
        ],
      },
      { path: '/cmsLogin', ...page(() => import('../site/identity/login.screen.tsx'), 'LoginScreen') },
      { path: READER_PATH, loader: openAhead, ...page(loadReader, 'EpubReadScreen') },
      { path: '/cms', loader: () => redirect('/cms/main/cmsHomeIndex') },
      { path: '*', loader: guardRest, shouldRevalidate: () => true, Component: Rest },
    ],
  },
];
