import { z } from 'zod';
import { cover, KINDS } from '../catalog/book.ts';
import { endpoint } from '../endpoint.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import type { EventOf, StateOf } from '../state-machine.ts';
import { CHANNELS, DISCOUNT_KINDS, ORDER, ORDER_KINDS, PAY_DEVICES, SEATS } from './order-limits.ts';
import { orderMachine } from './order.machine.ts';
import { paymentMachine } from './payment.machine.ts';
import { refundMachine } from './refund.machine.ts';

export type OrderState = StateOf<typeof orderMachine>;
export type OrderEvent = EventOf<typeof orderMachine>;
export type PaymentState = StateOf<typeof paymentMachine>;
export type PaymentEvent = EventOf<typeof paymentMachine>;
export type RefundState = StateOf<typeof refundMachine>;
export type RefundEvent = EventOf<typeof refundMachine>;
const states = <S extends string>(machine: { states: Readonly<Record<S, unknown>> }) => Object.keys(machine.states) as [S, ...S[]];
export const ORDER_STATES = states(orderMachine);
export const PAYMENT_STATES = states(paymentMachine);
export const REFUND_STATES = states(refundMachine);

export const orderNo = z.string().regex(/^DD\d{20}$/, '订单号不正确');

/** What the client showed for a work: a difference is answered with 21503 and nothing is bought. */
const wanted = z.object({
  publishId: id,
  shownFen: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER),
});
/** Copies of one work that the buyer hands out; without it the buyer reads the works. The service checks the number. */
const seats = z.number().optional();
const lines = z.array(wanted).min(1, '请选择要购买的作品').max(ORDER.lines, `一次最多购买${ORDER.lines}部作品`);

const pricedLine = z.object({
  publishId: z.number(),
  title: z.string(),
  workKind: z.enum(KINDS),
  cover,
  unitFen: z.number(),
  discountFen: z.number(),
  payFen: z.number(),
  qty: z.number(),
  discountKind: z.enum(DISCOUNT_KINDS),
  discountId: z.number().nullable(),
  discountName: z.string(),
  /** Why the line cannot be bought; empty when it can. */
  fault: z.string(),
});
export type PricedLine = z.output<typeof pricedLine>;

const channelChoice = z.object({ channel: z.enum(CHANNELS), name: z.string() });

/** The price of the server for works, and why some cannot be bought. */
export const previewOrder = endpoint('POST /pay/order/preview', {
  summary: '结算前的价格',
  access: 'signed-in',
  body: z.object({
    lines: z
      .array(z.object({ publishId: id }))
      .min(1)
      .max(ORDER.lines),
    seats,
  }),
  data: z.object({
    lines: z.array(pricedLine),
    totalFen: z.number(),
    discountFen: z.number(),
    payFen: z.number(),
    /** For copies: the largest number, and from which number on there is a discount. */
    seats: z.object({ least: z.number(), most: z.number() }),
    /** Channels that work now; the one used last is first. */
    channels: z.array(channelChoice),
  }),
});

/** Places an order. The same key and body is answered with the first order again. */
export const placeOrder = endpoint('POST /pay/order', {
  summary: '下单',
  access: 'signed-in',
  body: z.object({
    requestId: z.uuid('请求编号不正确'),
    lines,
    seats,
    client: z.enum(['pc', 'mobile']).default('mobile'),
    /** The works come from the cart and leave it. */
    fromCart: z.boolean().default(false),
  }),
  data: z.object({ orderNo: z.string(), status: z.enum(ORDER_STATES) }),
});

/** Opens an attempt; the former one of the order is closed first. */
export const payOrder = endpoint('POST /pay/order/pay/{orderNo}', {
  summary: '去支付',
  access: 'signed-in',
  params: z.object({ orderNo }),
  body: z.object({ requestId: z.uuid('请求编号不正确'), channel: z.enum(CHANNELS), device: z.enum(PAY_DEVICES).default('mobile') }),
  /** `address` is opened; when it is empty, `qr` is shown as a QR code. */
  data: z.object({ paymentNo: z.string(), address: z.string(), qr: z.string() }),
});

/** Channels by which an own order can be paid now; the one used last is first. */
export const orderChannels = endpoint('GET /pay/order/channels/{orderNo}', {
  summary: '订单的支付方式',
  access: 'signed-in',
  params: z.object({ orderNo }),
  data: z.object({ channels: z.array(channelChoice) }),
});

const item = z.object({
  orderItemId: z.number(),
  /** The work, or for a fee what it is paid for. */
  publishId: z.number(),
  title: z.string(),
  workKind: z.enum(KINDS),
  cover,
  kind: z.enum(ORDER_KINDS),
  qty: z.number(),
  unitFen: z.number(),
  discountFen: z.number(),
  payFen: z.number(),
  refundedFen: z.number(),
  opened: z.boolean(),
  /** Why the line cannot be returned; empty when it can. */
  noRefund: z.string(),
  /** Copies that can be returned: of a line of copies those that were not handed out. */
  refundableQty: z.number(),
  refundedQty: z.number(),
  /** A refund holds the line. */
  inRefund: z.boolean(),
  /** Page of what a fee is paid for; empty for works. */
  link: z.string(),
});
/** Copies of a line: bought, free to hand out, handed out, opened by their readers, returned or in a refund. */
export const seatCounts = z.object({ n: z.number(), free: z.number(), given: z.number(), opened: z.number(), returned: z.number() });

const refundCard = z.object({
  refundId: z.number(),
  refundNo: z.string(),
  fen: z.number(),
  status: z.enum(REFUND_STATES),
  reason: z.string(),
  note: z.string(),
  createTime: z.string(),
  /** The money goes back by a bank transfer that finance makes by hand. */
  byTransfer: z.boolean(),
  can: z.array(z.enum(['cancel'])),
});
/** Where the buyer of an unpaid order transfers its money. */
const transfer = z.object({
  holder: z.string(),
  bank: z.string(),
  account: z.string(),
  /** The money has arrived and a second person checks it. */
  registered: z.boolean(),
});
const orderCard = z.object({
  orderId: z.number(),
  orderNo: z.string(),
  status: z.enum(ORDER_STATES),
  totalFen: z.number(),
  discountFen: z.number(),
  payFen: z.number(),
  refundedFen: z.number(),
  channel: z.string(),
  createTime: z.string(),
  payTime: z.string(),
  expireTime: z.string(),
  cancelReason: z.string(),
  items: z.array(item),
  refunds: z.array(refundCard),
  /** The newest attempt to pay; empty before the first. */
  attempt: z.enum(['', ...PAYMENT_STATES]),
  /** The buyer chose to transfer the money, and it is not confirmed yet. */
  transfer: transfer.nullable(),
  /** Money that bought nothing and goes back by itself: a second or a late payment. */
  returned: z.array(z.object({ fen: z.number(), reason: z.string(), status: z.enum(REFUND_STATES), byTransfer: z.boolean() })),
  /** Until when lines that were not opened can be returned; empty when none can. */
  refundUntil: z.string(),
  /** An invoice of the order is there, or was applied for. */
  invoiced: z.boolean(),
  /** What the buyer may do now. */
  can: z.array(z.enum(['pay', 'cancel', 'refund', 'invoice', 'receipt', 'hide'])),
});
export type OrderCard = z.output<typeof orderCard>;

export const ORDER_TABS = ['all', 'unpaid', 'paid', 'finished', 'refund'] as const;
export const myOrders = endpoint('GET /pay/order/mine', {
  summary: '我的订单',
  access: 'signed-in',
  query: paging.extend({ tab: z.enum(ORDER_TABS).default('all') }),
  row: orderCard,
});

export const orderDetail = endpoint('GET /pay/order/detail/{orderNo}', {
  summary: '订单详情',
  access: 'signed-in',
  params: z.object({ orderNo }),
  data: orderCard,
});

/** Asks the channel whether the order is paid, and answers with the order as it is then. */
export const checkOrder = endpoint('POST /pay/order/check/{orderNo}', {
  summary: '查询支付结果',
  access: 'signed-in',
  params: z.object({ orderNo }),
  data: orderCard,
});

export const cancelOrder = endpoint('PUT /pay/order/cancel/{orderNo}', {
  summary: '取消订单',
  access: 'signed-in',
  params: z.object({ orderNo }),
  data: orderCard,
});

/** A PDF that proves the payment; it is not an invoice. */
export const orderReceipt = endpoint('GET /pay/order/receipt/{orderNo}', {
  summary: '电子收据',
  access: 'signed-in',
  params: z.object({ orderNo }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

export const hideOrder = endpoint('PUT /pay/order/hide/{orderNo}', {
  summary: '从我的订单里隐藏',
  access: 'signed-in',
  params: z.object({ orderNo }),
});

const cartRow = pricedLine.extend({ cartItemId: z.number(), shownFen: z.number(), createTime: z.string() });
export const cart = endpoint('GET /pay/cart', { summary: '购物车', access: 'signed-in', data: z.object({ items: z.array(cartRow) }) });
export const addToCart = endpoint('POST /pay/cart', {
  summary: '加入购物车',
  access: 'signed-in',
  body: z.object({ lines }),
  data: z.object({ count: z.number() }),
});
export const removeFromCart = endpoint('DELETE /pay/cart/{publishId}', {
  summary: '移出购物车',
  access: 'signed-in',
  params: z.object({ publishId: id }),
});

export const REFUND_REASONS = ['不想要了', '买错了', '内容有问题', '重复购买', '其他'] as const;
export const applyRefund = endpoint('POST /pay/order/refund', {
  summary: '申请退款',
  access: 'signed-in',
  body: z.object({
    orderNo,
    orderItemIds: z.array(id).min(1, '请选择要退款的商品').max(ORDER.lines),
    /** Copies to return of a line of copies; without it all that were not handed out. */
    seats: z.number().int().min(1).max(SEATS.most).optional(),
    reason: z.enum(REFUND_REASONS, { error: '请选择退款原因' }),
    note: z.string().trim().max(200, '说明不能超过200个字符').default(''),
  }),
  data: orderCard,
});

export const cancelRefund = endpoint('PUT /pay/refund/mine/cancel/{refundId}', {
  summary: '撤回退款申请',
  access: 'signed-in',
  params: z.object({ refundId: id }),
});

/** The staff's side. */
const staffOrder = orderCard.extend({ userId: z.number(), userName: z.string(), nickName: z.string() });
export type StaffOrder = z.output<typeof staffOrder>;

export const orderList = endpoint('GET /pay/order/list', {
  summary: '订单列表',
  access: 'pay:order:list',
  query: paging.extend({
    orderNo: searchTerm(30),
    userName: searchTerm(30),
    title: searchTerm(50),
    status: z
      .union([z.enum(ORDER_STATES), z.literal('')])
      .transform((value) => value || undefined)
      .optional(),
  }),
  row: staffOrder,
});

/** The sums of the filter of the list, whose rows add up to them. */
export const orderSums = endpoint('GET /pay/order/sums', {
  summary: '订单合计',
  access: 'pay:order:list',
  query: orderList.query.omit({ pageNum: true, pageSize: true }),
  data: z.object({
    orders: z.number(),
    totalFen: z.number(),
    discountFen: z.number(),
    payFen: z.number(),
    paidFen: z.number(),
    refundedFen: z.number(),
  }),
});

export const staffOrderDetail = endpoint('GET /pay/order/staff/{orderNo}', {
  summary: '订单的支付、通知与分录',
  access: 'pay:order:list',
  params: z.object({ orderNo }),
  data: z.object({
    order: staffOrder,
    payments: z.array(
      z.object({
        paymentNo: z.string(),
        channel: z.string(),
        amountFen: z.number(),
        status: z.enum(PAYMENT_STATES),
        tradeNo: z.string(),
        payer: z.string(),
        /** The money of this attempt bought the order; another success goes back. */
        counts: z.boolean(),
        createTime: z.string(),
        paidAt: z.string(),
      }),
    ),
    notices: z.array(z.object({ at: z.string(), channel: z.string(), verified: z.boolean(), outcome: z.string() })),
    refunds: z.array(refundCard),
    /** Copies that the buyer hands out, for each line of copies. */
    pools: z.array(seatCounts.extend({ orderItemId: z.number() })),
    postings: z.array(z.object({ at: z.string(), event: z.string(), account: z.string(), fen: z.number() })),
    log: z.array(z.object({ event: z.string(), at: z.string(), operatorName: z.string(), note: z.string() })),
  }),
});

export const REFUND_KINDS = { buyer: '买家申请', staff: '主动退款', rule: '按取消规则', auto: '自动退回', recall: '召回' } as const;
const refundRow = refundCard.extend({
  kind: z.enum(Object.keys(REFUND_KINDS) as [keyof typeof REFUND_KINDS, ...(keyof typeof REFUND_KINDS)[]]),
  orderNo: z.string(),
  userName: z.string(),
  nickName: z.string(),
  titles: z.string(),
  /** Who passed it first. */
  passedBy: z.string(),
  /** The registered transfer that gives the money back; its second person confirms it. */
  transferOn: z.string(),
  transferBy: z.string(),
  voucher: z.string(),
  /** The money can be given back by a transfer only, or its channel has failed. */
  canTransfer: z.boolean(),
  events: z.array(z.string()),
  version: z.number(),
});
export type RefundRow = z.output<typeof refundRow>;
export const refundList = endpoint('GET /pay/refund/list', {
  summary: '退款列表',
  access: ['pay:order:refund', 'pay:order:confirm'],
  query: paging.extend({
    refundId: id.optional(),
    status: z
      .union([z.enum(REFUND_STATES), z.literal('')])
      .transform((value) => value || undefined)
      .optional(),
  }),
  row: refundRow,
});

/** Why the staff refunds lines without an application. */
export const STAFF_REFUND_REASONS = ['质量', '召回', '重复购买', '协商', '其他'] as const;

/** Finance refunds lines of a paid order without an application. Repeating the request refunds nothing again. */
export const staffRefund = endpoint('POST /pay/refund', {
  summary: '主动退款',
  access: 'pay:order:refund',
  body: z.object({
    requestId: z.uuid('请求编号不正确'),
    orderNo,
    lines: z
      .array(
        z.object({
          orderItemId: id,
          /** Copies of a line of copies; without it all that were not handed out. */
          qty: z.number().int().min(1, '份数须大于0').max(SEATS.most).optional(),
        }),
      )
      .min(1, '请选择要退款的商品')
      .max(ORDER.lines),
    reason: z.enum(STAFF_REFUND_REASONS, { error: '请选择退款原因' }),
    note: z.string().trim().max(200, '说明不能超过200个字符').default(''),
  }),
  data: z.object({
    refundId: z.number(),
    fen: z.number(),
    status: z.enum(REFUND_STATES),
    /** The money leaves only after the red invoice of its lines. */
    invoiced: z.boolean(),
  }),
});

export const REFUND_STAFF_EVENTS = ['pass', 'confirm', 'reject', 'retry', 'byTransfer'] as const;
export const decideRefund = endpoint('PUT /pay/refund/{event}/{refundId}', {
  summary: '处理退款',
  access: ['pay:order:refund', 'pay:order:confirm'],
  params: z.object({ event: z.enum(REFUND_STAFF_EVENTS), refundId: id }),
  body: z.object({ reason: z.string().trim().max(200, '原因不能超过200个字符').default('') }),
});
