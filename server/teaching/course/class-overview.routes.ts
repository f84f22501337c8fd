import { classOverview } from '../../../contract/teaching/class-overview.ts';
import { serveCrud } from '../../crud/serve-crud.ts';
import type { App } from '../../http/serve.ts';
import { classTable } from './class-overview.service.ts';

export const classOverviewRoutes = (app: App): void => void serveCrud(app, classOverview, classTable);
