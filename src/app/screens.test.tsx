// @vitest-environment jsdom
import { createMemoryRouter, Outlet, matchRoutes, type RouteObject } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { accessOf, redirectFor } from './route-guard.ts';

vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
const { addSiteRoutes, routes } = await import('./routes.tsx');
/** The routes that a navigation to another page than the first ones adds. */
const added: RouteObject[] = [];
await addSiteRoutes({ path: '/cms/main/notice', patch: (_id: unknown, more: RouteObject[]) => added.push(...more) } as never);

type Loaded = { Component: { name: string } };

/** Returns the screen at an address, loaded as the router loads it. */
async function screenOf(address: string): Promise<string> {
  const leaf = [routes, added].map((from) => matchRoutes(from, address)?.at(-1)?.route).findLast((one) => one && one.path !== '*');
  if (!leaf) return 'nothing';
  const { Component } = typeof leaf.lazy === 'function' ? ((await leaf.lazy()) as unknown as Loaded) : (leaf as unknown as Loaded);
  return Component.name;
}

test.each([
  ['S2.1.3 the logo page', '/cms/main/cmsLogoPage', 'LogoScreen'],
  ['S2.1.4 author messages', '/cms/main/message', 'AuthorMessageScreen'],
  ['S2.1.5 home', '/cms/main/cmsHomeIndex', 'HomeScreen'],
  ['S2.1.6 the introduction', '/cms/main/cmsIntroduction', 'IntroductionScreen'],
  ['S2.1.7 book reading', '/cms/main/collectedWorks', 'BrowseScreen'],
  ['S2.1.9 about', '/cms/main/cmsAbout', 'AboutScreen'],
  ['S2.1.10 search', '/cms/main/search?keyword=灯塔', 'SearchScreen'],
  ['S2.1.11 reading centre', '/cms/main/cmsReadingCenter', 'BrowseScreen'],
  ['S2.1.11 reading centre by subject', '/cms/main/classification', 'BrowseScreen'],
  ['S2.1.12 the ranking of public accounts', '/cms/main/wechatAccount', 'RankScreen'],
  ['S2.1.13 notices', '/cms/main/notice', 'NoticeScreen'],
  ['S2.1.13 a notice', '/cms/main/noticeDetail?noticeId=1', 'NoticeDetailScreen'],
  ['S2.1.14 the reader of e-books', '/cms/main/epubRead?publishId=1', 'EpubReadScreen'],
  ['S2.1.15 video playback', '/cms/main/collectedVideoPlay?publishId=1', 'VideoPlayScreen'],
  ['S2.1.16 the scholar house', '/cms/main/cmsScholarHouse', 'ScholarHouseScreen'],
  ['S2.1.17 scholar news', '/cms/main/information', 'InformationScreen'],
  ['S2.1.17 a news article', '/cms/main/information?id=1', 'InformationScreen'],
  ['S2.1.22 an article of a public account', '/cms/main/wechatArticle/17', 'ArticleScreen'],
  ['S2.1.22 an article by any value', '/cms/main/wechatArticle/abc', 'ArticleScreen'],
  ['S2.1.23 a scholar', '/cms/main/scholar/17', 'ScholarScreen'],
  ['S2.1.25 a book', '/cms/main/bookDetail/17', 'BookDetailScreen'],
  ['S2.1.26 a film', '/cms/main/collectedVideoDetail/17', 'VideoDetailScreen'],
  ['S2.1.27 the root, which is home', '/', 'HomeScreen'],
  ['S2.1 the page of a missing right', '/401', 'NoRightScreen'],
  ['S2.1 the page of an unknown address', '/404', 'NotFoundScreen'],
])(
  '%s is at %s, open to a visitor without a token',
  async (_what, address, screen) => {
    expect(redirectFor(address, accessOf(address), { state: 'anonymous' })).toBeNull();
    expect(await screenOf(address)).toBe(screen);
  },
  60_000,
);

test.each([
  ['S2.2.1 the personal centre', '/personalCenter/default', 'MeScreen'],
  ['S2.2.1 favorite', '/personalCenter/favorite', 'ShelfScreen'],
  ['S2.2.1 download', '/personalCenter/download', 'DownloadScreen'],
  ['S2.2.1 profile', '/personalCenter/profile', 'ProfileScreen'],
  ['#34 the inbox', '/personalCenter/message', 'MessageScreen'],
  ['S2.2.1 order', '/personalCenter/order', 'OrderScreen'],
  ['S2.2.2 revenue', '/authorBackground/revenue', 'RevenueScreen'],
  ['#34 the browse history', '/personalCenter/history', 'HistoryScreen'],
  ['S2.2.2 professorCenter in the author area', '/authorBackground/professorCenter', 'ProfessorCenterScreen'],
])(
  '%s is at %s, after signing in',
  async (_what, address, screen) => {
    expect(redirectFor(address, accessOf(address), { state: 'anonymous' })).toBe(`/cmsLogin?redirect=${encodeURIComponent(address)}`);
    expect(redirectFor(address, accessOf(address), { state: 'authenticated', roles: ['ROLE_DEFAULT'] })).toBeNull();
    expect(await screenOf(address)).toBe(screen);
  },
  60_000,
);

test('S6.5 an author opens the author area and a general user the personal centre; neither opens the back office', () => {
  const sent = (address: string, role: string) => redirectFor(address, accessOf(address), { state: 'authenticated', roles: [role] });
  for (const role of ['author', 'scholar', 'professor']) expect(sent('/authorBackground/professorCenter', role)).toBeNull();
  for (const role of ['author', 'ROLE_DEFAULT']) {
    expect(sent('/personalCenter/default', role)).toBeNull();
    for (const address of ['/admin/index', '/cms/comment/list', '/author/authorList']) expect(sent(address, role)).toBe('/');
  }
});

test('S2.1 redirects an unknown address to /404', async () => {
  expect(await screenOf('/cms/main/nobody-knows')).toBe('nothing');
  expect(redirectFor('/cms/main/nobody-knows', accessOf('/cms/main/nobody-knows'), { state: 'anonymous' })).toBe('/404');
});

test('S2.1.27 the root shows home in the same frame as the address of home', () => {
  const [root, home] = ['/', '/cms/main/cmsHomeIndex'].map((address) => matchRoutes(routes, address) ?? []);
  expect(root?.length).toBeGreaterThan(2);
  expect(root?.slice(0, -1).map(({ route }) => route)).toEqual(home?.slice(0, -1).map(({ route }) => route));
  expect(root?.at(-1)?.route.Component).toBe(home?.at(-1)?.route.Component);
});

test('S2.5.11 the application root is one router view that contains everything', () => {
  expect(routes.map(({ Component, path }) => [Component, path])).toEqual([[Outlet, undefined]]);
});

test('the pages of the areas are known although the navigation that loaded their list was interrupted', async () => {
  const pages: RouteObject[] = [{ id: 'site', Component: Outlet, children: [{ id: 'framed', Component: Outlet, children: [{ index: true }] }] }];
  const router = createMemoryRouter(pages, { patchRoutesOnNavigation: addSiteRoutes });
  const interrupted = router.navigate('/cms/main/wechatAccount');
  const last = router.navigate('/cms/main/message');
  await Promise.all([interrupted, last]);
  await vi.waitFor(() => expect(router.state.navigation.state).toBe('idle'));
  expect([router.state.location.pathname, router.state.errors]).toEqual(['/cms/main/message', null]);
  expect(router.state.matches.at(-1)?.route.path).toBe('/cms/main/message');
  router.dispose();
});
