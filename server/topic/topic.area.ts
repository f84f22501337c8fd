import './topic-manuscript.ts';
import type { ServerArea } from '../area.ts';
import { heldSessions } from './held-session.service.ts';
import { minutesRoutes } from './minutes.routes.ts';
import { topicSessionRoutes } from './topic-session.routes.ts';
import { topicTodos } from './topic-todo.ts';
import { topicRoutes } from './topic.routes.ts';

export const topicArea: ServerArea = {
  routes: [topicRoutes, topicSessionRoutes, minutesRoutes],
  heldWork: [heldSessions],
  todoSources: topicTodos,
};
