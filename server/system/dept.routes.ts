import { dept, deptTree, listDepts, listDeptsExcept, sortDepts } from '../../contract/system/dept.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { deptChoices, depts, placeDeptsInOrder, seenDepts } from './dept.service.ts';

export function deptRoutes(app: App): void {
  serveCrud(app, dept, depts);
  serve(app, listDepts, ({ house, visitor, query }) => seenDepts(house, visitor, query));
  serve(app, listDeptsExcept, ({ house, visitor, params }) => seenDepts(house, visitor, { except: params.deptId }));
  serve(app, deptTree, ({ house, visitor }) => deptChoices(house, visitor, 'system:dept:list'));
  serve(app, sortDepts, (call) => placeDeptsInOrder(call, call.body.deptIds, call.body.orderNums));
}
