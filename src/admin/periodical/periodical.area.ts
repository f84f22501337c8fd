import { page, type AdminArea } from '../ui/page-entry.ts';

export const periodicalArea: AdminArea = {
  pages: {
    'cms/journal/index': page(async () => (await import('./journal.page.tsx')).JournalPage),
    'cms/journal/submission/index': page(async () => (await import('./journal-submission.page.tsx')).SubmissionPage),
    'cms/journal/issue/index': page(async () => (await import('./issue.page.tsx')).IssuePage),
  },
  subPages: [
    {
      path: '/cms/journal/issue/work/:issueId',
      title: '编排刊期',
      permission: 'journal:issue:list',
      activeMenu: '/cms/journal/issue',
      numeric: 'issueId',
      Page: page(async () => (await import('./issue-work.page.tsx')).IssueWorkPage),
    },
  ],
};
