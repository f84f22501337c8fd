import { addQualityCheck, qualityChecks, signQualityCheck } from '../../contract/proof/quality-check.ts';
import { serve, type App } from '../http/serve.ts';
import { addCheck, checksFor, signCheck } from './quality-check.service.ts';

export function qualityCheckRoutes(app: App): void {
  serve(app, qualityChecks, ({ context, currentUser, params }) => checksFor(context, currentUser, params.archiveId));
  serve(app, addQualityCheck, (call) => addCheck(call, call.body));
  serve(app, signQualityCheck, (call) => signCheck(call, call.params.checkId));
}
