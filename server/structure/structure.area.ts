import type { ServerArea } from '../area.ts';
import { structurePersonalTables } from './personal-tables.ts';
import { professorBin } from './professor.service.ts';
import { authorBin } from './author.service.ts';
import { collegeBin } from './college.service.ts';
import { applyTodos } from './apply-todo.service.ts';
import { applyForLogRoutes } from './apply-for-log.routes.ts';
import { authorRoutes } from './author.routes.ts';
import { collegeRoutes } from './college.routes.ts';
import { personRoutes } from './person.routes.ts';
import { pressBin, pressRoutes } from './press.routes.ts';
import { professorRoutes } from './professor.routes.ts';
import { userGroupRoutes } from './user-group.routes.ts';

export const structureArea: ServerArea = {
  personalTables: structurePersonalTables,
  recycleKinds: {
    professor: professorBin,
    author: authorBin,
    press: pressBin,
    college: collegeBin,
  },
  todoSources: [applyTodos],
  routes: [personRoutes, applyForLogRoutes, collegeRoutes, pressRoutes, professorRoutes, authorRoutes, userGroupRoutes],
};
