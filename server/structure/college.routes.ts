import { college, mergeColleges } from '../../contract/structure/college.ts';
import { serveCrud } from '../crud/serve-crud.ts';
import { serve, type App } from '../http/serve.ts';
import { colleges, mergeColleges as merge } from './college.service.ts';

export function collegeRoutes(app: App): void {
  serve(app, mergeColleges, (call) => merge(call, call.body.fromId, call.body.toId));
  serveCrud(app, college, colleges);
}
