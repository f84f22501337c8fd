import type { ServerArea } from '../area.ts';
import { reviewPersonalTables } from './personal-tables.ts';
import { reviewEffect } from './review-effects.service.ts';
import { reportDocument } from './review-document.service.ts';
import { heldReviews } from './held-review.service.ts';
import { reviewDuty } from './review-duties.ts';
import { reviewRoutes } from './review.routes.ts';
import { reviewsOf, unassignedReviews } from './review-todo.queries.ts';

export const reviewArea: ServerArea = {
  personalTables: reviewPersonalTables,
  effects: [reviewEffect],
  documentSources: {
    report: reportDocument,
  },
  routes: [reviewRoutes],
  todoSources: [
    {
      key: 'review',
      label: '等我审读',
      permission: 'press:audit:list',
      link: '/press/audit/one',
      items: async (db, currentUser) => reviewsOf(db, currentUser.userId),
    },
    {
      key: 'reviewAssign',
      label: '审稿人待指派',
      permission: 'press:audit:assign',
      link: '/press/audit/one',
      items: async (db) => unassignedReviews(db),
    },
  ],
  heldWork: [heldReviews],
  duties: [reviewDuty],
};
