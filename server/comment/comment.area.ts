import type { ServerArea } from '../area.ts';
import { commentPersonalTables } from './personal-tables.ts';
import { messageComments } from './author-message.service.ts';
import { authorMessageRoutes } from './author-message.routes.ts';
import { commentRoutes } from './comment.routes.ts';
import { moderationRoutes } from './moderation.routes.ts';
import { penaltyRoutes } from './penalty.routes.ts';
import { sensitiveWordRoutes } from './sensitive-word.routes.ts';

export const commentArea: ServerArea = {
  personalTables: commentPersonalTables,
  commentTargets: {
    message: messageComments,
  },
  routes: [commentRoutes, authorMessageRoutes, moderationRoutes, penaltyRoutes, sensitiveWordRoutes],
};
