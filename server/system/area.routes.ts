import { area, areaChildren } from '../../contract/system/area.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { areas, areasWithin } from './area.service.ts';

export function areaRoutes(app: App): void {
  serveCrud(app, area, areas);
  serve(app, areaChildren, ({ house, visitor, query }) => areasWithin(house, visitor, query.parentCode));
}
