import type { ServerArea } from '../area.ts';
import { flowDeploymentRoutes } from './flow-deployment.routes.ts';
import { flowExpressionRoutes } from './flow-expression.routes.ts';
import { flowListenerRoutes } from './flow-listener.routes.ts';

export const workflowArea: ServerArea = {
  routes: [flowDeploymentRoutes, flowExpressionRoutes, flowListenerRoutes],
};
