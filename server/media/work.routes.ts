import { addWork, listWorks } from '../../contract/media/work.ts';
import { logged } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { addWork as add, listWorks as list } from './work.service.ts';

export function workRoutes(app: App): void {
  serve(app, listWorks, ({ house, query }) => list(house, query));
  serve(app, addWork, (call) => add(call.house, call.visitor, call.body, logged(call, '音像出版物')));
}
