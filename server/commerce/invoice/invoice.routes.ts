import {
  addInvoiceTitle,
  applyInvoice,
  askRedInvoice,
  cancelInvoice,
  checkInvoice,
  decideRed,
  editInvoiceTitle,
  exportInvoices,
  importInvoices,
  invoiceFile,
  invoiceList,
  invoicePreview,
  invoiceSums,
  invoiceTitles,
  issueInvoice,
  issueRed,
  myInvoices,
  ownInvoiceFile,
  redFile,
  redInvoice,
  rejectInvoice,
  removeInvoiceTitle,
  uploadMoneyFile,
} from '../../../contract/commerce/invoice.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import { SHEET_MIME } from '../../crud/crud-export.ts';
import { onePart } from '../../files/multipart-file.ts';
import { sendFile } from '../../files/send-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { BATCH_BYTES, batchName, exportBatch, importBatch } from './invoice-batch.service.ts';
import { applyFor, cancelOwn, ownFile, ownPage, ownTitles, previewInvoice, removeTitle, saveTitle } from './invoice.service.ts';
import { storeMoneyFile } from '../money-file.service.ts';
import { askRed, decideRedOf, issueRedOf, startRed } from './red-invoice.service.ts';
import { checkFile, invoicesFor, invoiceSumsOf, issue, redFileOf, reject, staffFile } from './staff-invoice.service.ts';

const LOG = '发票';

export function invoiceRoutes(app: App): void {
  serve(app, invoiceTitles, ({ context, currentUser }) => ownTitles(context, currentUser));
  serve(app, addInvoiceTitle, ({ context, currentUser, body }) => saveTitle(context, currentUser, body));
  serve(app, editInvoiceTitle, ({ context, currentUser, body: { titleId, ...draft } }) => saveTitle(context, currentUser, draft, titleId));
  serve(app, removeInvoiceTitle, ({ context, currentUser, params }) => removeTitle(context, currentUser, params.titleId));
  serve(app, invoicePreview, ({ context, currentUser, params }) => previewInvoice(context, currentUser, params.orderNo));
  serve(app, applyInvoice, ({ context, currentUser, body }) => applyFor(context, currentUser, body));
  serve(app, myInvoices, ({ context, currentUser, query }) => ownPage(context, currentUser, query));
  serve(app, cancelInvoice, ({ context, currentUser, params }) => cancelOwn(context, currentUser, params.invoiceId));
  serve(app, askRedInvoice, ({ context, currentUser, params, body }) => askRed(context, currentUser, params.invoiceId, body.note));
  serve(app, ownInvoiceFile, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await ownFile(context, currentUser, params.invoiceId), 'attachment'),
  );
  serve(app, invoiceList, ({ context, currentUser, query }) => invoicesFor(context, currentUser, query));
  serve(app, invoiceSums, ({ context, query }) => invoiceSumsOf(context, query));
  serve(app, checkInvoice, ({ context, currentUser, params, body }) => checkFile(context, currentUser, params.invoiceId, body));
  serve(app, issueInvoice, (call) => issue(call.currentUser, call.params.invoiceId, call.body, loggedWrite(call, LOG, 'edit')));
  serve(app, rejectInvoice, (call) => reject(call.currentUser, call.params.invoiceId, call.body.reason, loggedWrite(call, LOG, 'edit')));
  serve(app, redInvoice, (call) => startRed(call.currentUser, call.params.invoiceId, call.body, loggedWrite(call, LOG, 'edit')));
  serve(app, issueRed, (call) => issueRedOf(call.currentUser, call.params.redId, call.body, loggedWrite(call, LOG, 'edit')));
  serve(app, decideRed, (call) => decideRedOf(call.currentUser, call.params, loggedWrite(call, LOG, 'edit')));
  serve(app, invoiceFile, async ({ context, params, reply }) => sendFile(context, reply, await staffFile(context, params.invoiceId), 'attachment'));
  serve(app, redFile, async ({ context, params, reply }) => sendFile(context, reply, await redFileOf(context, params.redId), 'attachment'));
  serve(app, exportInvoices, async (call) => {
    const bytes = await exportBatch(call.context, call.currentUser, loggedWrite(call, LOG, 'export'));
    return sendFile(call.context, call.reply, { key: '', name: batchName(Date.now()), mime: SHEET_MIME, size: bytes.length, bytes }, 'attachment');
  });
  serve(app, importInvoices, async (call) =>
    importBatch(call.context, call.currentUser, await onePart(call.request, BATCH_BYTES), loggedWrite(call, LOG, 'import')),
  );
  serve(app, uploadMoneyFile, ({ context, currentUser, request }) => storeMoneyFile(context, currentUser, request));
}
