import {
  addToCart,
  applyRefund,
  cancelOrder,
  cancelRefund,
  cart,
  checkOrder,
  decideRefund,
  hideOrder,
  myOrders,
  orderChannels,
  orderDetail,
  orderList,
  orderReceipt,
  orderSums,
  payOrder,
  placeOrder,
  previewOrder,
  refundList,
  removeFromCart,
  staffOrderDetail,
  staffRefund,
} from '../../contract/commerce/order.ts';
import { loggedWrite } from '../audit/operation-log.ts';
import { sendFile } from '../files/send-file.ts';
import { serve, type App } from '../http/serve.ts';
import { addFor, cartOf, removeFor } from './cart.service.ts';
import { cancelOwn, channelsOf, check, detail, hide, mine, pay, place, preview } from './order.service.ts';
import { receiptOf } from './receipt.service.ts';
import { applyFor, cancelOwn as cancelOwnRefund, decide, refundByStaff, refundsFor } from './refund.service.ts';
import { visitOf } from './spread/click.service.ts';
import { staffDetail, staffOrders, sumsOf } from './staff-order.service.ts';

export function orderRoutes(app: App): void {
  serve(app, previewOrder, ({ context, currentUser, body }) => preview(context, currentUser, body));
  serve(app, placeOrder, ({ context, currentUser, body, request }) => place(context, currentUser, body, visitOf(request)));
  serve(app, payOrder, ({ context, currentUser, params, body, request }) => pay(context, currentUser, params.orderNo, body, request.ip));
  serve(app, orderChannels, ({ context, currentUser, params }) => channelsOf(context, currentUser, params.orderNo));
  serve(app, myOrders, ({ context, currentUser, query }) => mine(context, currentUser, query));
  serve(app, orderDetail, ({ context, currentUser, params }) => detail(context, currentUser, params.orderNo));
  serve(app, orderReceipt, async ({ context, currentUser, params, reply }) =>
    sendFile(context, reply, await receiptOf(context, currentUser, params.orderNo), 'attachment'),
  );
  serve(app, checkOrder, ({ context, currentUser, params }) => check(context, currentUser, params.orderNo));
  serve(app, cancelOrder, ({ context, currentUser, params }) => cancelOwn(context, currentUser, params.orderNo));
  serve(app, hideOrder, ({ context, currentUser, params }) => hide(context, currentUser, params.orderNo));
  serve(app, cart, ({ context, currentUser }) => cartOf(context, currentUser));
  serve(app, addToCart, ({ context, currentUser, body }) => addFor(context, currentUser, body));
  serve(app, removeFromCart, async ({ context, currentUser, params }) => void (await removeFor(context, currentUser, params.publishId)));
  serve(app, applyRefund, ({ context, currentUser, body }) => applyFor(context, currentUser, body));
  serve(app, cancelRefund, ({ context, currentUser, params }) => cancelOwnRefund(context, currentUser, params.refundId));
  serve(app, orderList, ({ context, query }) => staffOrders(context, query));
  serve(app, orderSums, ({ context, query }) => sumsOf(context, query));
  serve(app, staffOrderDetail, ({ context, params }) => staffDetail(context, params.orderNo));
  serve(app, refundList, ({ context, currentUser, query }) => refundsFor(context, currentUser, query));
  serve(app, staffRefund, (call) => refundByStaff(call.context, call.currentUser, call.body, loggedWrite(call, '退款', 'add')));
  serve(app, decideRefund, (call) => decide(call.context, call.currentUser, call.params, call.body.reason, loggedWrite(call, '退款', 'edit')));
}
