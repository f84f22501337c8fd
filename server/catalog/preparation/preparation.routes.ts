import { getPreparation, recentPreparations, retryPreparation, startPreparation } from '../../../contract/catalog/preparation.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import { serve, type App } from '../../http/serve.ts';
import { myPreparations, preparation, retryPreparation as retry, startPreparation as start } from './preparation.service.ts';

export function preparationRoutes(app: App): void {
  serve(app, startPreparation, (call) => start(call.context, call.currentUser, call.body, loggedWrite(call, '电子书上传', 'import')));
  serve(app, retryPreparation, (call) => retry(call.context, call.currentUser, call.params.preparationId, loggedWrite(call, '电子书重新处理')));
  serve(app, recentPreparations, ({ context, currentUser }) => myPreparations(context, currentUser));
  serve(app, getPreparation, ({ context, currentUser, params }) => preparation(context, currentUser, params.preparationId));
}
