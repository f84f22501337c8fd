import { exportDeployments, flowDeployment } from '../../../contract/workflow/flow-deployment.ts';
import { serveCrud } from '../../crud/serve-crud.ts';
import { serve, type App } from '../../http/serve.ts';
import { deployments, exportSheet } from './flow-deployment.service.ts';

export function flowDeploymentRoutes(app: App): void {
  serve(app, exportDeployments, (call) => exportSheet(call, call.query));
  serveCrud(app, flowDeployment, deployments);
}
