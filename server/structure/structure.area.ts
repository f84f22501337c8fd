import type { ServerArea } from '../area.ts';
import { applyTodos } from './apply-todo.service.ts';
import { applyForLogRoutes } from './apply-for-log.routes.ts';
import { authorRoutes } from './author.routes.ts';
import { collegeRoutes } from './college.routes.ts';
import { personRoutes } from './person.routes.ts';
import { pressRoutes } from './press.routes.ts';
import { professorRoutes } from './professor.routes.ts';
import { userGroupRoutes } from './user-group.routes.ts';

export const structureArea: ServerArea = {
  todoSources: [applyTodos],
  routes: [personRoutes, applyForLogRoutes, collegeRoutes, pressRoutes, professorRoutes, authorRoutes, userGroupRoutes],
};
