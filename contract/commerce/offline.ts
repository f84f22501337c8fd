import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { file, type FileRule } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS, MB } from '../limits.ts';
import { id, paging } from '../page.ts';
import { searchTerm } from '../search-term.ts';
import { requiredText } from '../required-text.ts';
import { OFFLINE_METHODS, type OfflineMethod } from './order-limits.ts';
import { orderNo, PAYMENT_STATES } from './order.ts';

export const VOUCHER: FileRule = { types: ['pdf', 'jpg', 'jpeg', 'png', 'webp'], bytes: 20 * MB, most: 1 };
const methods = Object.keys(OFFLINE_METHODS) as [OfflineMethod, ...OfflineMethod[]];
const day = (label: string) => z.iso.date(`${label}格式为yyyy-MM-dd`);

/** `waiting`: the buyer chose a transfer and no money is known; `registered`: a second person is needed. */
export const OFFLINE_SHOWN = ['registered', 'waiting', 'paid', 'closed', 'all'] as const;

const offlineRow = z.object({
  paymentId: z.number(),
  paymentNo: z.string(),
  orderNo: z.string(),
  titles: z.string(),
  userName: z.string(),
  nickName: z.string(),
  amountFen: z.number(),
  status: z.enum(PAYMENT_STATES),
  method: z.enum(['', ...methods]),
  payer: z.string(),
  receivedOn: z.string(),
  note: z.string(),
  /** Name of the voucher; empty while no money is registered. */
  voucher: z.string(),
  registeredBy: z.string(),
  registeredAt: z.string(),
  confirmedBy: z.string(),
  createTime: z.string(),
  expireTime: z.string(),
  /** The viewer may confirm it: another person than the registrar and the buyer. */
  mayConfirm: z.boolean(),
  events: z.array(z.string()),
});
export type OfflineRow = z.output<typeof offlineRow>;

const STAFF = ['pay:order:offline', 'pay:order:confirm'] as const;

export const offlineList = endpoint('GET /pay/offline/list', {
  summary: '线下收款',
  access: STAFF,
  query: paging.extend({
    paymentId: id.optional(),
    orderNo: searchTerm(30),
    shown: z.enum(OFFLINE_SHOWN).default('all'),
  }),
  row: offlineRow,
});

/** What finance knows of an order before it registers money for it. */
export const offlineOrder = endpoint('GET /pay/offline/order/{orderNo}', {
  summary: '待登记收款的订单',
  access: 'pay:order:offline',
  params: z.object({ orderNo }),
  data: z.object({
    orderNo: z.string(),
    titles: z.string(),
    userName: z.string(),
    nickName: z.string(),
    payFen: z.number(),
    createTime: z.string(),
    /** Why no money can be registered; empty when it can. */
    fault: z.string(),
    /** What follows when the money comes after the order was cancelled; empty otherwise. */
    hint: z.string(),
  }),
});

/** Registers money that arrived outside the channels. It pays only after another person has confirmed it. */
export const registerOffline = endpoint('POST /pay/offline', {
  summary: '登记线下收款',
  access: 'pay:order:offline',
  body: z.object({
    requestId: z.uuid('请求编号不正确'),
    orderNo,
    method: z.enum(methods, { error: '请选择收款方式' }),
    fen: z.number('金额须为不小于0、精确到分的数').int().min(0, '金额须为不小于0、精确到分的数').max(Number.MAX_SAFE_INTEGER),
    payer: requiredText('请填写付款人').max(100, '付款人不能超过100个字符'),
    receivedOn: day('收款日期'),
    note: z.string().trim().max(200, '说明不能超过200个字符').default(''),
    voucher: file('收款凭证', VOUCHER, { required: true }),
  }),
});

export const PAYMENT_STAFF_EVENTS = ['confirmOffline', 'rejectOffline'] as const;
export const decidePayment = endpoint('PUT /pay/payment/{event}/{paymentId}', {
  summary: '复核线下收款',
  access: 'pay:order:confirm',
  params: z.object({ event: z.enum(PAYMENT_STAFF_EVENTS), paymentId: id }),
  body: z.object({ reason: z.string().trim().max(200, '原因不能超过200个字符').default('') }),
  /** What became of the money, in words. */
  data: z.object({ outcome: z.string() }),
});

/** The voucher of registered money; every access is in the operation log. */
export const offlineVoucher = endpoint('GET /pay/offline/voucher/{paymentId}', {
  summary: '查看收款凭证',
  access: STAFF,
  params: z.object({ paymentId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** Registers that finance has transferred the money of a failed refund. The refund is done only after another person has confirmed it. */
export const registerTransfer = endpoint('POST /pay/refund/transfer/{refundId}', {
  summary: '登记转账退款',
  access: 'pay:order:refund',
  params: z.object({ refundId: id }),
  body: z.object({ transferOn: day('转账日期'), voucher: file('转账凭证', VOUCHER, { required: true }) }),
});

export const transferVoucher = endpoint('GET /pay/refund/voucher/{refundId}', {
  summary: '查看转账凭证',
  access: ['pay:order:refund', 'pay:order:confirm'],
  params: z.object({ refundId: id }),
  file: true,
  timeout: DOWNLOAD_TIMEOUT_MS,
});
