import type { RouteObject } from 'react-router-dom';
import { findSitePage, SITE_PAGES } from '../../contract/site-pages.ts';
import { annotationScreens } from '../site/annotation/annotation.area.ts';
import { commentScreens } from '../site/comment/comment.area.ts';
import { commerceScreens } from '../site/commerce/commerce.area.ts';
import { earningsScreens } from '../site/earnings/earnings.area.ts';
import { contestScreens } from '../site/contest/contest.area.ts';
import { contentScreens } from '../site/content/content.area.ts';
import { learnSitePages } from '../site/frame/page-heads.ts';
import { identityScreens } from '../site/identity/identity.area.ts';
import { libraryScreens } from '../site/library/library.area.ts';
import { inboxScreens } from '../site/inbox/inbox.area.ts';
import { manuscriptScreens } from '../site/manuscript/manuscript.area.ts';
import { periodicalScreens } from '../site/periodical/periodical.area.ts';
import { reviewScreens } from '../site/review/review.area.ts';
import { scholarScreens } from '../site/scholar/scholar.area.ts';
import { tutorScreens } from '../site/tutor/tutor.area.ts';
import { wechatScreens } from '../site/wechat/wechat.area.ts';
import type { SiteScreens } from '../site/site-screens.ts';

const SCREENS: SiteScreens = {
  ...annotationScreens,
  ...commentScreens,
  ...commerceScreens,
  ...earningsScreens,
  ...contentScreens,
  ...contestScreens,
  ...identityScreens,
  ...libraryScreens,
  ...inboxScreens,
  ...manuscriptScreens,
  ...periodicalScreens,
  ...reviewScreens,
  ...scholarScreens,
  ...tutorScreens,
  ...wechatScreens,
};

/** The routes of the site pages of all areas, with the bars of the site or without. A first visit to another page does not load this file. */
export const siteRoutes = (framed: boolean): RouteObject[] =>
  SITE_PAGES.filter((page) => (page.framed ?? true) === framed).flatMap(({ path }) => {
    const load = SCREENS[path];
    return load ? [{ path, lazy: async () => ({ Component: await load() }) }] : [];
  });

learnSitePages(findSitePage);
