import { area, areaChildren, areaPath } from '../../contract/system/area.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { areas, areasAbove, areasWithin } from './area.service.ts';

export function areaRoutes(app: App): void {
  serveCrud(app, area, areas);
  serve(app, areaChildren, ({ house, visitor, query }) => areasWithin(house, visitor, query.parentCode));
  serve(app, areaPath, ({ house, visitor, params }) => areasAbove(house, visitor, params.areaId));
}
