import type { SiteScreens } from '../site-screens.ts';

const invitation = async () => (await import('./invitation.screen.tsx')).InvitationScreen;
const submissions = () => import('./submission-pages.screen.tsx');

export const periodicalScreens: SiteScreens = {
  '/cms/main/cmsPeriodical': async () => (await import('./journal-list.screen.tsx')).JournalListScreen,
  '/cms/main/cmsPeriodical/journal/:journalId': async () => (await import('./journal.screen.tsx')).JournalScreen,
  '/cms/main/cmsPeriodical/issue/:issueId': async () => (await import('./issue.screen.tsx')).IssueScreen,
  '/cms/main/cmsPeriodical/article/:articleId': async () => (await import('./article.screen.tsx')).ArticleScreen,
  '/cms/main/cmsPeriodical/notice/:noticeId': async () => (await import('./journal-notice.screen.tsx')).NoticeScreen,
  '/cms/main/cmsPeriodical/invitation': invitation,
  '/cms/main/cmsPeriodical/invitation/:token': invitation,
  '/personalCenter/submission': async () => (await submissions()).MySubmissionsScreen,
  '/personalCenter/submission/:submissionId': async () => (await submissions()).SubmissionScreen,
};
