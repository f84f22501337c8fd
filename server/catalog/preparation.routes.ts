import { getPreparation, recentPreparations, retryPreparation, startPreparation } from '../../contract/catalog/preparation.ts';
import { logged } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { myPreparations, preparation, retryPreparation as retry, startPreparation as start } from './preparation.service.ts';

export function preparationRoutes(app: App): void {
  serve(app, startPreparation, (call) => start(call.house, call.visitor, call.body, logged(call, '电子书上传', 'import')));
  serve(app, retryPreparation, (call) => retry(call.house, call.visitor, call.params.preparationId, logged(call, '电子书重新处理')));
  serve(app, recentPreparations, ({ house, visitor }) => myPreparations(house, visitor));
  serve(app, getPreparation, ({ house, visitor, params }) => preparation(house, visitor, params.preparationId));
}
