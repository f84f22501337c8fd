import type { ServerArea } from '../area.ts';
import { workflowPersonalTables } from './extensions/personal-tables.ts';
import { messageListeners } from './flow-listeners.service.ts';
import { heldFlowTasks } from './flow-handover.service.ts';
import { flowDefinitionRoutes } from './definition/flow-definition.routes.ts';
import { flowDeploymentRoutes } from './definition/flow-deployment.routes.ts';
import { flowExpressionBin, flowExpressionRoutes } from './definition/flow-expression.routes.ts';
import { flowInstanceRoutes } from './flow-instance.routes.ts';
import { flowFormRoutes } from './form/flow-form.routes.ts';
import { flowListenerBin, flowListenerRoutes } from './flow-listener.routes.ts';
import { flowTaskRoutes } from './flow-task.routes.ts';
import { flowTodos } from './flow-todo.service.ts';
import { readsFormFile } from './form/form-file.service.ts';
import { runNextTimer } from './flow-timer.service.ts';

export const workflowArea: ServerArea = {
  personalTables: workflowPersonalTables,
  recycleKinds: {
    // Deployments keep the id of the form that they were made from.
    flowForm: { bin: 'content', purge: 'mark' },
    flowExpression: flowExpressionBin,
    flowListener: flowListenerBin,
  },
  flowListeners: messageListeners,
  routes: [flowDefinitionRoutes, flowInstanceRoutes, flowTaskRoutes, flowDeploymentRoutes, flowExpressionRoutes, flowFormRoutes, flowListenerRoutes],
  todoSources: [flowTodos],
  fileReaders: [readsFormFile],
  heldWork: [heldFlowTasks],
  lanes: [{ name: 'workflow-timers', title: '流程定时', workers: [runNextTimer], everyMs: 15_000 }],
};
