import { area, areaChildren, areaPath } from '../../contract/system/area.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { areas, areasAbove, areasWithin } from './area.service.ts';

export function areaRoutes(app: App): void {
  serveCrud(app, area, areas);
  serve(app, areaChildren, ({ context, currentUser, query }) => areasWithin(context, currentUser, query.parentCode));
  serve(app, areaPath, ({ context, currentUser, params }) => areasAbove(context, currentUser, params.areaId));
}
