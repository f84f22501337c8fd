import './periodical-author-todo.service.ts';
import type { ServerArea } from '../area.ts';
import { periodicalSite } from './article-subject.ts';
import { remindNextAuthor, remindNextReview } from './periodical-reminder.service.ts';
import { submissionsFor } from './periodical-todo.queries.ts';
import { correctionNoticeRoutes } from './correction-notice.routes.ts';
import { journalArticleRoutes } from './journal-article.routes.ts';
import { journalIssueRoutes } from './journal-issue.routes.ts';
import { journalReviewRoutes } from './journal-review.routes.ts';
import { journalSubmissionRoutes } from './journal-submission.routes.ts';
import { journalRoutes } from './journal.routes.ts';
import { viewerOf } from './submission.service.ts';
import { heldSubmissions } from './held-submission.service.ts';
import { openSubmissions } from './open-submissions.service.ts';
import { ownSubmissionRoutes } from './own-submission.routes.ts';

export const periodicalArea: ServerArea = {
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
  openBusiness: [openSubmissions],
  todoSources: [
    {
      key: 'journalSubmission',
      label: '来稿待处理',
      permission: 'journal:submission:list',
      link: '/cms/journal/submission',
      items: async (db, currentUser) => submissionsFor(db, viewerOf(currentUser)),
    },
  ],
  lanes: [{ workers: [remindNextReview, remindNextAuthor], everyMs: 60_000 }],
  site: periodicalSite,
};
