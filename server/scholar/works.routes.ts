import { sortWorks, works } from '../../contract/scholar/works.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { houseWorks, sortHouseWorks } from './works.service.ts';

export function worksRoutes(app: App): void {
  serveCrud(app, works, houseWorks);
  serve(app, sortWorks, (call) => sortHouseWorks(call, call.body.scholarId, call.body.worksIds));
}
