import type { ServerArea } from '../area.ts';
import { periodicalSite } from './article-subject.ts';
import { remindNextAuthor, remindNextReview } from './periodical-reminder.service.ts';
import { submissionsFor } from './periodical-todo.queries.ts';
import { periodicalRoutes } from './periodical.routes.ts';
import { submissionRoutes } from './submission.routes.ts';

export const periodicalArea: ServerArea = {
  routes: [periodicalRoutes, ...submissionRoutes],
  todoSources: [
    {
      key: 'journalSubmission',
      label: '来稿待处理',
      permission: 'journal:submission:list',
      link: '/cms/journal/submission',
      items: async (db, currentUser) => submissionsFor(db, currentUser),
    },
  ],
  lanes: [{ workers: [remindNextReview, remindNextAuthor], everyMs: 60_000 }],
  site: periodicalSite,
};
