import { balanceDay, billProgress, fetchBill, importBill, reconItems, reconList, repairItem } from '../../../contract/commerce/recon/recon.ts';
import { decideEnd, finishReturn, proposeEnd, suspenseVoucher } from '../../../contract/commerce/recon/suspense-end.ts';
import { loggedWrite } from '../../audit/operation-log.ts';
import { sendFile } from '../../files/send-file.ts';
import { onePart } from '../../files/multipart-file.ts';
import { serve, type App } from '../../http/serve.ts';
import { repair } from './recon-repair.service.ts';
import { decide, finish, propose, voucherOfEnd } from './suspense-end.service.ts';
import { balance, BILL_BYTES, calendar, itemsFor, orderBillOf, progressOf, storeBillOf } from './recon.service.ts';

const LOG = '渠道对账';
const SUSPENSE = '待查款';

export function reconRoutes(app: App): void {
  serve(app, reconList, ({ context, currentUser, query }) => calendar(context, currentUser, query));
  serve(app, reconItems, ({ context, currentUser, query }) => itemsFor(context, currentUser, query));
  serve(app, importBill, async (call) => storeBillOf(call.context, call.currentUser, call.params, await onePart(call.request, BILL_BYTES)));
  serve(app, fetchBill, ({ context, currentUser, params }) => orderBillOf(context, currentUser, params));
  serve(app, billProgress, ({ context, params }) => progressOf(context, params.importId));
  serve(app, balanceDay, (call) => balance(call.context, call.currentUser, call.params.reconDayId, loggedWrite(call, LOG, 'edit')));
  serve(app, repairItem, (call) => repair(call.context, call.currentUser, call.params, call.body.reason, loggedWrite(call, LOG, 'edit')));
  serve(app, proposeEnd, (call) => propose(call.currentUser, call.params.reconItemId, call.body, loggedWrite(call, SUSPENSE, 'edit')));
  serve(app, decideEnd, (call) => decide(call.currentUser, call.params, loggedWrite(call, SUSPENSE, 'edit')));
  serve(app, finishReturn, (call) => finish(call.currentUser, call.params.endId, call.body, loggedWrite(call, SUSPENSE, 'edit')));
  serve(app, suspenseVoucher, async (call) => sendFile(call.context, call.reply, await voucherOfEnd(call, call.params.endId), 'attachment'));
}
