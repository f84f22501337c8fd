import type { ServerArea } from '../area.ts';
import { heldFlowTasks } from './flow-handover.service.ts';
import { flowDefinitionRoutes } from './flow-definition.routes.ts';
import { flowDeploymentRoutes } from './flow-deployment.routes.ts';
import { flowExpressionRoutes } from './flow-expression.routes.ts';
import { flowInstanceRoutes } from './flow-instance.routes.ts';
import { flowFormRoutes } from './flow-form.routes.ts';
import { flowListenerRoutes } from './flow-listener.routes.ts';
import { flowTaskRoutes } from './flow-task.routes.ts';
import { flowTodos } from './flow-todo.service.ts';
import './flow-listeners.service.ts';
import { readsFormFile } from './form-file.service.ts';
import { fireNextTimer } from './flow-timer.service.ts';

export const workflowArea: ServerArea = {
  routes: [flowDefinitionRoutes, flowInstanceRoutes, flowTaskRoutes, flowDeploymentRoutes, flowExpressionRoutes, flowFormRoutes, flowListenerRoutes],
  todoSources: [flowTodos],
  fileReaders: [readsFormFile],
  heldWork: [heldFlowTasks],
  lanes: [{ workers: [fireNextTimer], everyMs: 15_000 }],
};
