import { checkExport, checkSetExport, exportQuestions, exportSet } from '../../../contract/textbook/question-import.ts';
import { serve, type App } from '../../http/serve.ts';
import { checkBankExport, checkExportOfSet, sendBank, sendSet } from './question-export.service.ts';

export function questionExportRoutes(app: App): void {
  serve(app, exportQuestions, (call) => sendBank(call, call.reply, call.params.bankId, call.body?.format ?? 'sheet'));
  serve(app, checkExport, ({ context, currentUser, params, query }) => checkBankExport(context, currentUser, params.bankId, query.format));
  serve(app, exportSet, (call) => sendSet(call, call.reply, call.params.setId, call.body?.format ?? 'sheet'));
  serve(app, checkSetExport, ({ context, params, query }) => checkExportOfSet(context, params.setId, query.format));
}
