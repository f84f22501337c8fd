import { getLayoutReport, saveLayoutReport } from '../../contract/catalog/layout-check.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { serve, type App } from '../http/serve.ts';
import { layoutReportOf, saveLayout } from './layout-check.service.ts';

export function layoutCheckRoutes(app: App): void {
  serve(app, getLayoutReport, ({ context, params }) => layoutReportOf(context, params.publishId));
  serve(app, saveLayoutReport, (call) => saveLayout(call.currentUser, call.params.publishId, call.body, loggedWrite(call, '版面检查', 'edit')));
}
