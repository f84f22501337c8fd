import {
  confirmImport,
  importReport,
  importRunProgress,
  importRuns,
  importTemplate,
  previewImport,
} from '../../../contract/textbook/question-import.ts';
import { serve, type App } from '../../http/serve.ts';
import { confirmImportOf, importRunFor, importRunsFor, previewImportOf, sendReportOf, sendTemplateOf } from './question-import.service.ts';

export function questionImportRoutes(app: App): void {
  serve(app, previewImport, (call) => previewImportOf(call, call.params.bankId));
  serve(app, importRunProgress, ({ context, currentUser, params, query }) => importRunFor(context, currentUser, params.runId, query.pageNum));
  serve(app, importReport, ({ context, currentUser, params, reply }) => sendReportOf(context, currentUser, params.runId, reply));
  serve(app, importRuns, ({ context, currentUser, params }) => importRunsFor(context, currentUser, params.bankId));
  serve(app, confirmImport, (call) => confirmImportOf(call, call.params.runId, call.body.changed));
  serve(app, importTemplate, async ({ reply }) => sendTemplateOf(reply));
}
