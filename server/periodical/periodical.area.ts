import type { ServerArea } from '../area.ts';
import { periodicalReport } from './figures/periodical-report.service.ts';
import { articleEarnings } from './extensions/article-fee.service.ts';
import { pageFee } from './extensions/page-fee-kind.service.ts';
import { paperSearch } from './extensions/search-source.ts';
import { periodicalPersonalTables } from './extensions/personal-tables.ts';
import { submissionTodos } from './periodical-author-todo.service.ts';
import { periodicalSite } from './article-subject.ts';
import { remindNextAuthor, remindNextReview } from './periodical-reminder.service.ts';
import { submissionsFor } from './periodical-todo.queries.ts';
import { correctionNoticeRoutes } from './correction-notice.routes.ts';
import { journalArticleRoutes } from './journal-article.routes.ts';
import { journalIssueRoutes } from './journal-issue.routes.ts';
import { journalReviewRoutes } from './review/journal-review.routes.ts';
import { journalSubmissionRoutes } from './journal-submission.routes.ts';
import { journalRoutes } from './journal.routes.ts';
import { viewerOf } from './submission.service.ts';
import { heldSubmissions } from './held-submission.service.ts';
import { openSubmissions } from './open-submissions.service.ts';
import { ownSubmissionRoutes } from './own-submission.routes.ts';

export const periodicalArea: ServerArea = {
  reports: [periodicalReport],
  searchSources: [paperSearch],
  personalTables: periodicalPersonalTables,
  orderKinds: { page_fee: pageFee },
  earningSources: [articleEarnings],
  recycleKinds: {
    journalIssue: { bin: 'content', purge: 'mark' },
    journal: { bin: 'content', purge: 'mark' },
  },
  authorTodos: [submissionTodos],
  routes: [
    ownSubmissionRoutes,
    journalReviewRoutes,
    journalSubmissionRoutes,
    journalArticleRoutes,
    correctionNoticeRoutes,
    journalIssueRoutes,
    journalRoutes,
  ],
  heldWork: [heldSubmissions],
  closingBlocks: [openSubmissions],
  todoSources: [
    {
      key: 'journalSubmission',
      label: '来稿待处理',
      permission: 'journal:submission:list',
      link: '/cms/journal/submission',
      items: async (db, currentUser) => submissionsFor(db, viewerOf(currentUser)),
    },
  ],
  lanes: [{ name: 'periodical-reminders', title: '期刊审稿与作者提醒', workers: [remindNextReview, remindNextAuthor], everyMs: 60_000 }],
  site: periodicalSite,
};
