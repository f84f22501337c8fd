import { closedHead, openHead } from '../content/page.ts';
import { PAGE_SIZE } from '../limits.ts';
import type { SitePage } from '../site-page.ts';

/** 著作权法 §35: without notice within 30 days the author may submit elsewhere. Here, so that a journal's page loads no other limits. */
export const ANSWER_DAYS = 30;

export const PERIODICAL_PATH = '/cms/main/cmsPeriodical';
export const journalPath = (journalId: number): string => `${PERIODICAL_PATH}/journal/${journalId}`;
export const issuePath = (issueId: number): string => `${PERIODICAL_PATH}/issue/${issueId}`;
export const articlePath = (articleId: number): string => `${PERIODICAL_PATH}/article/${articleId}`;
export const noticePath = (noticeId: number): string => `${PERIODICAL_PATH}/notice/${noticeId}`;
/** Below the personal centre, so that the route guard asks for signing in. */
export const SUBMISSIONS_PATH = '/personalCenter/submission';
export const submissionPath = (submissionId: number): string => `${SUBMISSIONS_PATH}/${submissionId}`;
/** The secret is behind `#token=`. Mails of earlier releases have it in the path. */
export const INVITATION_PATH = `${PERIODICAL_PATH}/invitation`;

export const PERIODICAL_PAGES: readonly SitePage[] = [
  {
    path: PERIODICAL_PATH,
    head: openHead('期刊投稿', '期刊,论文,投稿', '浏览期刊与目次，读论文，在线投稿。'),
    screen: 'periodical/journal-list.screen.tsx',
    first: () => [['GET /cms/journal/queryJournal', { query: { pageNum: 1, pageSize: PAGE_SIZE } }]],
  },
  {
    path: `${PERIODICAL_PATH}/journal/:journalId`,
    head: openHead('期刊', '期刊,投稿须知', '简介、投稿须知与目次。'),
    screen: 'periodical/journal.screen.tsx',
    first: ({ journalId }) => [
      ['GET /cms/journal/getInfo/{journalId}', { params: { journalId: Number(journalId) } }],
      ['GET /cms/journal/queryIssue/{journalId}', { params: { journalId: Number(journalId) }, query: { pageNum: 1, pageSize: PAGE_SIZE } }],
    ],
    inSiteMap: false,
  },
  {
    path: `${PERIODICAL_PATH}/issue/:issueId`,
    head: openHead('目次', '期刊,目次', '一期的目次。'),
    screen: 'periodical/issue.screen.tsx',
    first: ({ issueId }) => [['GET /cms/journal/issue/getInfo/{issueId}', { params: { issueId: Number(issueId) } }]],
    inSiteMap: false,
  },
  {
    path: `${PERIODICAL_PATH}/article/:articleId`,
    head: openHead('论文', '论文,期刊', '摘要、全文与引用。'),
    screen: 'periodical/article.screen.tsx',
    first: ({ articleId }) => [['GET /cms/journal/article/getInfo/{articleId}', { params: { articleId: Number(articleId) } }]],
    inSiteMap: false,
  },
  {
    path: `${PERIODICAL_PATH}/notice/:noticeId`,
    head: openHead('更正与撤稿', '期刊,更正,撤稿', '对已刊出文章的更正、撤稿与其他声明。'),
    screen: 'periodical/journal-notice.screen.tsx',
    first: ({ noticeId }) => [['GET /cms/journal/notice/getInfo/{noticeId}', { params: { noticeId: Number(noticeId) } }]],
    inSiteMap: false,
  },
  { path: SUBMISSIONS_PATH, head: closedHead('我的投稿'), screen: 'periodical/submission-pages.screen.tsx' },
  { path: `${SUBMISSIONS_PATH}/:submissionId`, head: closedHead('投稿'), screen: 'periodical/submission-pages.screen.tsx' },
  { path: INVITATION_PATH, head: closedHead('审稿邀请'), screen: 'periodical/invitation.screen.tsx' },
  { path: `${INVITATION_PATH}/:token`, head: closedHead('审稿邀请'), screen: 'periodical/invitation.screen.tsx' },
];
