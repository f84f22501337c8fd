import { dept, deptTree, listDepts, listDeptsExcept, sortDepts } from '../../contract/system/dept.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { deptChoices, depts, placeDeptsInOrder, seenDepts } from './dept.service.ts';

export function deptRoutes(app: App): void {
  serveCrud(app, dept, depts);
  serve(app, listDepts, ({ context, currentUser, query }) => seenDepts(context, currentUser, query));
  serve(app, listDeptsExcept, ({ context, currentUser, params }) => seenDepts(context, currentUser, { except: params.deptId }));
  serve(app, deptTree, ({ context, currentUser }) => deptChoices(context, currentUser, 'system:dept:list'));
  serve(app, sortDepts, (call) => placeDeptsInOrder(call, call.body.deptIds, call.body.orderNums));
}
