import { confirmRecall, recallList } from '../../../contract/commerce/recall.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import { serve, type App } from '../../http/serve.ts';
import { confirm, recalls } from './recall.service.ts';

export function recallRoutes(app: App): void {
  serve(app, recallList, ({ context, currentUser, query }) => recalls(context, currentUser, query));
  serve(app, confirmRecall, (call) => confirm(call.context, call.currentUser, call.params.recallId, loggedWrite(call, '召回退款', 'edit')));
}
