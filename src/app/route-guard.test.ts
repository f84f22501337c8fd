import { expect, test } from 'vitest';
import { safeRedirect } from '../../contract/identity/safe-redirect.ts';
import { findSitePage } from '../../contract/site-pages.ts';
import { learnSitePages } from '../site/frame/page-heads.ts';
import { accessOf, redirectFor, type Visiting } from './route-guard.ts';

learnSitePages(findSitePage);

const currentUser: Visiting = { state: 'anonymous' };
const reader: Visiting = { state: 'authenticated', roles: ['ROLE_DEFAULT'] };
const staff: Visiting = { state: 'authenticated', roles: ['works_admin'] };
const unknown: Visiting = { state: 'restoring' };
const sentTo = (path: string, who: Visiting) => redirectFor(path, accessOf(path), who);

test.each([
  ['/', currentUser, null],
  ['/cms/main/bookDetail/7?from=home', currentUser, null],
  ['/cms', currentUser, null],
  ['/cms/main/notice/', currentUser, null],
  ['/redirect/cms/main/notice', currentUser, null],
  ['/personalCenter/download?tab=2', currentUser, '/cmsLogin?redirect=%2FpersonalCenter%2Fdownload%3Ftab%3D2'],
  ['/personalCenter/download', reader, null],
  ['/personalCenter/download', unknown, null],
  ['/pageoffice?id=1', currentUser, '/cmsLogin?redirect=%2Fpageoffice%3Fid%3D1'],
  ['/cmsLogin?redirect=%2Fsystem%2Fuser', reader, '/'],
  ['/cmsLogin', unknown, '/'],
  ['/cmsLogin', currentUser, null],
  ['/system/user', currentUser, '/cmsLogin?redirect=%2Fsystem%2Fuser'],
  ['/system/user', reader, '/'],
  ['/system/user', unknown, '/'],
  ['/system/user', staff, null],
  ['/cms/type', reader, '/'],
  ['/cms/type', staff, null],
  ['/nobody-knows', currentUser, '/404'],
  ['/cms/main/nobody-knows', staff, '/404'],
])('%s opened by %o redirects to %s', (path, who, target) => {
  expect(sentTo(path, who)).toBe(target);
});

test.each([
  ['/personalCenter/download?tab=2#top', '/personalCenter/download?tab=2#top'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/./\\evil.example', '/'],
  ['/.//evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['https://evil.example', '/'],
  ['personalCenter', '/'],
  ['/cmsLogin?redirect=/cmsLogin', '/'],
  ['', '/'],
  [null, '/'],
])('A43 after sign-in %s redirects to %s', (target, landed) => {
  expect(safeRedirect(target)).toBe(landed);
});
