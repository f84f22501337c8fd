import { sortWorks, works } from '../../contract/scholar/works.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { scholarWorks, sortScholarWorks } from './works.service.ts';

export function worksRoutes(app: App): void {
  serveCrud(app, works, scholarWorks);
  serve(app, sortWorks, (call) => sortScholarWorks(call, call.body.scholarId, call.body.worksIds));
}
