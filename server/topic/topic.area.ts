import type { ServerArea } from '../area.ts';
import { topicJobs } from './scheduled-jobs.ts';
import { topicPersonalTables } from './personal-tables.ts';
import { topicEffect } from './topic-manuscript.ts';
import { topicBin } from './topic.service.ts';
import { declareDocument } from './topic-document.service.ts';
import { heldSessions } from './held-session.service.ts';
import { minutesRoutes } from './minutes.routes.ts';
import { topicSessionRoutes } from './topic-session.routes.ts';
import { topicTodos } from './topic-todo.ts';
import { topicRoutes } from './topic.routes.ts';

export const topicArea: ServerArea = {
  jobs: topicJobs,
  personalTables: topicPersonalTables,
  effects: [topicEffect],
  recycleKinds: {
    topicSession: { bin: 'archive', purge: 'mark' },
    topic: topicBin,
  },
  documentSources: {
    declare: declareDocument,
  },
  routes: [topicRoutes, topicSessionRoutes, minutesRoutes],
  heldWork: [heldSessions],
  todoSources: topicTodos,
};
