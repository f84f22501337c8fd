import type { RouteObject } from 'react-router-dom';
import { findSitePage, SITE_PAGES } from '../../contract/site-pages.ts';
import { commentScreens } from '../site/comment/comment.area.ts';
import { contestScreens } from '../site/contest/contest.area.ts';
import { contentScreens } from '../site/content/content.area.ts';
import { learnSitePages } from '../site/frame/page-heads.ts';
import { periodicalScreens } from '../site/periodical/periodical.area.ts';
import { scholarScreens } from '../site/scholar/scholar.area.ts';
import { textbookScreens } from '../site/textbook/textbook.area.ts';
import { teachingScreens } from '../site/teaching/teaching.area.ts';
import { wechatScreens } from '../site/wechat/wechat.area.ts';
import type { SiteScreens } from '../site/site-screens.ts';

/** The screens of the areas with public pages; those of the other areas are in `own-screens.ts`. */
const SCREENS: SiteScreens = {
  ...commentScreens,
  ...contentScreens,
  ...contestScreens,
  ...periodicalScreens,
  ...scholarScreens,
  ...textbookScreens,
  ...teachingScreens,
  ...wechatScreens,
};

/** The routes of the site pages of all areas, with the bars of the site or without. A first visit to another page does not load this file. */
export const siteRoutes = (framed: boolean): RouteObject[] =>
  SITE_PAGES.filter((page) => (page.framed ?? true) === framed).map(({ path }) => ({
    path,
    lazy: async () => ({ Component: await (SCREENS[path] ?? (await import('./own-screens.ts')).ownScreen(path))() }),
  }));

learnSitePages(findSitePage);
