import {
  decidePayment,
  offlineList,
  offlineOrder,
  offlineVoucher,
  registerOffline,
  registerTransfer,
  transferVoucher,
} from '../../contract/commerce/offline.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { sendFile } from '../files/send-file.ts';
import { serve, type App } from '../http/serve.ts';
import { decide, offlinePayments, orderToRegister, register, registerTransferOf, transferVoucherOf, voucherOf } from './offline.service.ts';

export function offlineRoutes(app: App): void {
  serve(app, offlineList, ({ context, currentUser, query }) => offlinePayments(context, currentUser, query));
  serve(app, offlineOrder, ({ context, params }) => orderToRegister(context, params.orderNo));
  serve(app, registerOffline, (call) => register(call.context, call.currentUser, call.body, loggedWrite(call, '线下收款', 'add')));
  serve(app, decidePayment, (call) => decide(call.context, call.currentUser, call.params, call.body.reason, loggedWrite(call, '线下收款', 'edit')));
  serve(app, offlineVoucher, async (call) => sendFile(call.context, call.reply, await voucherOf(call, call.params.paymentId), 'attachment'));
  serve(app, registerTransfer, (call) => registerTransferOf(call.currentUser, call.params.refundId, call.body, loggedWrite(call, '退款', 'edit')));
  serve(app, transferVoucher, async (call) => sendFile(call.context, call.reply, await transferVoucherOf(call, call.params.refundId), 'attachment'));
}
