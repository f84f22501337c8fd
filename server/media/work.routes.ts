import { addWork, listWorks } from '../../contract/media/work.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { addWork as add, listWorks as list } from './work.service.ts';

export function workRoutes(app: App): void {
  serve(app, listWorks, ({ context, query }) => list(context, query));
  serve(app, addWork, (call) => add(call.context, call.currentUser, call.body, loggedWrite(call, '音像出版物')));
}
