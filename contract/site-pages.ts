import { ANNOTATION_PAGES } from './annotation/annotation.site.ts';
import { COMMENT_PAGES } from './comment/comment.site.ts';
import { CONTEST_PAGES } from './contest/contest.site.ts';
import { COMMERCE_PAGES } from './commerce/commerce.site.ts';
import { EARNINGS_PAGES } from './earnings/earnings.site.ts';
import { CONTENT_PAGES } from './content/content.site.ts';
import { IDENTITY_PAGES } from './identity/identity.site.ts';
import { LIBRARY_PAGES } from './library/library.site.ts';
import { INBOX_PAGES } from './inbox/inbox.site.ts';
import { MANUSCRIPT_PAGES } from './manuscript/manuscript.site.ts';
import { PERIODICAL_PAGES } from './periodical/periodical.site.ts';
import { REVIEW_PAGES } from './review/review.site.ts';
import { SCHOLAR_PAGES } from './scholar/scholar.site.ts';
import { TEXTBOOK_PAGES } from './textbook/textbook.site.ts';
import { TEACHING_PAGES } from './teaching/teaching.site.ts';
import { TUTOR_PAGES } from './tutor/tutor.site.ts';
import { WECHAT_PAGES } from './wechat/wechat.site.ts';
import { pageFinder, type SitePage } from './site-page.ts';

/** The site pages of all areas. The client loads this list when a path is none of its first pages. */
export const SITE_PAGES: readonly SitePage[] = [
  ...ANNOTATION_PAGES,
  ...COMMENT_PAGES,
  ...CONTENT_PAGES,
  ...COMMERCE_PAGES,
  ...EARNINGS_PAGES,
  ...CONTEST_PAGES,
  ...IDENTITY_PAGES,
  ...LIBRARY_PAGES,
  ...INBOX_PAGES,
  ...MANUSCRIPT_PAGES,
  ...PERIODICAL_PAGES,
  ...REVIEW_PAGES,
  ...SCHOLAR_PAGES,
  ...TEXTBOOK_PAGES,
  ...TEACHING_PAGES,
  ...TUTOR_PAGES,
  ...WECHAT_PAGES,
];

export const findSitePage = pageFinder(SITE_PAGES);
