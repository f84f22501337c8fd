import { Navigate, Outlet, redirect, type RouteObject, useLocation, useParams } from 'react-router-dom';
import { loadPerson, session } from '../session/session.store.ts';
import { HomeScreen } from '../site/site/home.screen.tsx';
import { SiteFrame } from '../site/frame/site-frame.tsx';
import { accessOf, NOT_FOUND, redirectFor } from './admit.ts';
import { ErrorScreen } from './error.screen.tsx';
import { FirstSkeleton } from './first-skeleton.tsx';
import { UpdateBar } from './update-bar.tsx';

/** Only the back office needs to know who somebody is; a token is enough for the rest, also without a network. */
async function guard({ request }: { request: Request }): Promise<Response | null> {
  const { pathname, search } = new URL(request.url);
  // A loader is not told the part after #; when a page is opened by its address, the address bar still has it.
  const hash = location.pathname === pathname && location.search === search ? location.hash : '';
  const access = accessOf(pathname);
  if (access === 'back-office') await loadPerson();
  const target = redirectFor(pathname + search + hash, access, session.now);
  return target ? redirect(target) : null;
}

/** Leaves and comes back, so that a page starts anew. */
function Redirect() {
  const { '*': path = '' } = useParams();
  const { search } = useLocation();
  return <Navigate to={`/${path.replace(/^[/\\]+/, '')}${search}`} replace />;
}

const page = <K extends string>(load: () => Promise<Record<K, React.ComponentType>>, name: K) => ({
  lazy: async () => ({ Component: (await load())[name] }),
});

const detail = page(() => import('../site/catalog/book-detail.screen.tsx'), 'BookDetailScreen');
const browse = page(() => import('../site/catalog/browse.screen.tsx'), 'BrowseScreen');

export const routes: RouteObject[] = [
  {
    id: 'house',
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
            ErrorBoundary: ErrorScreen,
            children: [
              { path: '/', Component: HomeScreen },
              { path: '/cms/main/cmsHomeIndex', Component: HomeScreen },
              { path: '/cms/main/cmsReadingCenter', ...browse },
              { path: '/cms/main/collectedWorks', ...browse },
              { path: '/cms/main/classification', ...browse },
              { path: '/cms/main/bookDetail/:publishId', ...detail },
              { path: '/cms/main/search', ...page(() => import('../site/catalog/search.screen.tsx'), 'SearchScreen') },
              { path: '/cms/main/notice', ...page(() => import('../site/site/notice.screen.tsx'), 'NoticeScreen') },
              { path: '/cms/main/noticeDetail', ...page(() => import('../site/site/notice-detail.screen.tsx'), 'NoticeDetailScreen') },
              { path: '/personalCenter', loader: () => redirect('/personalCenter/default') },
              { path: '/personalCenter/default', ...page(() => import('../site/identity/me.screen.tsx'), 'MeScreen') },
              { path: '/personalCenter/favorite', ...page(() => import('../site/library/shelf.screen.tsx'), 'ShelfScreen') },
              { path: '/personalCenter/download', ...page(() => import('../site/library/download.screen.tsx'), 'DownloadScreen') },
              { path: '/personalCenter/profile', ...page(() => import('../site/identity/profile.screen.tsx'), 'ProfileScreen') },
              { path: '/401', ...page(() => import('../site/site/refused.screen.tsx'), 'NoRightScreen') },
              { path: NOT_FOUND, ...page(() => import('../site/site/refused.screen.tsx'), 'NotFoundScreen') },
            ],
          },
        ],
      },
      { path: '/cmsLogin', ...page(() => import('../site/identity/login.screen.tsx'), 'LoginScreen') },
      { path: '/cmsRegister', ...page(() => import('../site/identity/register.screen.tsx'), 'RegisterScreen') },
      { path: '/cms/main/epubRead', ...page(() => import('../site/reading/epub-read.screen.tsx'), 'EpubReadScreen') },
      { path: '/cms', loader: () => redirect('/cms/main/cmsHomeIndex') },
      { path: '/redirect/*', Component: Redirect },
      { path: '*', loader: async (visit) => (await guard(visit)) ?? redirect(NOT_FOUND) },
    ],
  },
];

/** The first parts of the back office's paths, so that its own page for a missing page outranks the site's. */
const DESK = [
  'admin',
  'structure',
  'houseScholars',
  'press',
  'program',
  'system',
  'author',
  'cms',
  'earnings',
  'publication',
  'pay',
  'recycleBin',
  'flowable',
  'task',
  'monitor',
  'tool',
];
const ownCatchAll = (route: RouteObject): RouteObject[] =>
  route.path === '*' ? DESK.map((part) => ({ path: `/${part}/*`, element: route.element })) : [route];

/** The back office is one lazy world: its routes arrive when somebody who may enter opens one of them. */
export async function backOfficeRoutes(path: string): Promise<RouteObject[] | null> {
  if (accessOf(path) !== 'back-office') return null;
  await loadPerson();
  if (redirectFor(path, 'back-office', session.now)) return null;
  const { adminRoutes } = await import('../admin/frame/admin-routes.tsx');
  const children = adminRoutes.map((route) => (route.children ? { ...route, children: route.children.flatMap(ownCatchAll) } : route));
  return [
    {
      id: 'desk',
      loader: guard,
      shouldRevalidate: () => true,
      Component: Outlet,
      ErrorBoundary: ErrorScreen,
      HydrateFallback: FirstSkeleton,
      children,
    },
  ];
}
