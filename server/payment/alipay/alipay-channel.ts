import type { AlipaySdk as Sdk } from 'alipay-sdk';
import { fenOf } from '../../../contract/money-input.ts';
import { yuan } from '../../../contract/money.ts';
import type { AppContext } from '../../context.ts';
import { epochOf, wireTime } from '../../db/clock.ts';
import { API_PREFIX } from '../../../contract/limits.ts';
import { noticePath, type ChannelAnswer, type PaymentChannel, type RefundAnswer } from '../payment-channel.ts';
import type { AlipaySettings } from '../payment-settings.ts';
import { readAlipayBill } from './alipay-bill.ts';
import { readAlipayNotice } from './alipay-notice.ts';

export const ALIPAY = 'alipay';
const CALL_MS = 10_000;
const BILL_MS = 60_000;
const BILL_BYTES = 128 * 1024 * 1024;
/** Largest length of a subject that both pages accept. */
const SUBJECT = 120;

const unknown = { state: 'unknown' } as const;
/** Sub codes of a refund that is certain not to happen. Every other error is unknown, and asked again. */
const REFUND_FAILED: ReadonlySet<string> = new Set([
  'ACQ.SELLER_BALANCE_NOT_ENOUGH',
  'ACQ.REFUND_AMT_NOT_EQUAL_TOTAL',
  'ACQ.TRADE_NOT_EXIST',
  'ACQ.TRADE_HAS_FINISHED',
  'ACQ.TRADE_NOT_ALLOW_REFUND',
  'ACQ.REASON_TRADE_REFUND_FEE_ERR',
  'ACQ.BUYER_NOT_EXIST',
]);

interface Answer {
  readonly ok: boolean;
  readonly sub: string;
  readonly message: string;
  readonly of: (name: string) => string;
}

const sdks = new WeakMap<AlipaySettings, Promise<Sdk>>();
/** Loaded with the first call: it takes time to load, and most starts never pay. */
function sdkOf(settings: AlipaySettings): Promise<Sdk> {
  const known = sdks.get(settings);
  if (known) return known;
  const made = import('alipay-sdk').then(
    ({ AlipaySdk }) =>
      new AlipaySdk({
        appId: settings.appId,
        privateKey: settings.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        keyType: 'PKCS8',
        alipayPublicKey: settings.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
        gateway: settings.gateway,
        timeout: CALL_MS,
        camelcase: false,
      }),
  );
  sdks.set(settings, made);
  return made;
}

/** Alipay: page pay on a computer, wap pay on a phone, opened by a link. */
export function alipayChannel({ settings: { publicUrl } }: Pick<AppContext, 'settings'>, settings: AlipaySettings): PaymentChannel {
  /** Null: no answer, or one that is not signed by Alipay. */
  const call = async (method: string, bizContent: Record<string, string>): Promise<Answer | null> => {
    const sdk = await sdkOf(settings);
    const found = await sdk.exec(method, { bizContent }, { validateSign: true }).catch(() => null);
    if (!found) return null;
    const of = (name: string): string => String(found[name] ?? '');
    return { ok: of('code') === '10000', sub: of('sub_code'), message: of('sub_msg'), of };
  };
  const query = async (paymentNo: string): Promise<ChannelAnswer> => {
    const answer = await call('alipay.trade.query', { out_trade_no: paymentNo });
    if (!answer) return unknown;
    // The buyer has not opened the page yet: Alipay creates the trade then.
    if (!answer.ok) return answer.sub === 'ACQ.TRADE_NOT_EXIST' ? { state: 'waiting' } : unknown;
    if (answer.of('out_trade_no') !== paymentNo) return unknown;
    const status = answer.of('trade_status');
    if (status === 'WAIT_BUYER_PAY') return { state: 'waiting' };
    if (status === 'TRADE_CLOSED') return { state: 'closed' };
    const amountFen = fenOf(answer.of('total_amount'));
    if ((status !== 'TRADE_SUCCESS' && status !== 'TRADE_FINISHED') || amountFen === null) return unknown;
    return { state: 'paid', tradeNo: answer.of('trade_no'), amountFen, paidAt: epochOf(answer.of('send_pay_date')) ?? Date.now() };
  };
  const queryRefund = async (paymentNo: string, refundNo: string): Promise<RefundAnswer> => {
    const answer = await call('alipay.trade.fastpay.refund.query', { out_trade_no: paymentNo, out_request_no: refundNo });
    if (!answer?.ok) return unknown;
    return answer.of('refund_status') === 'REFUND_SUCCESS' ? { state: 'done', channelRefundNo: answer.of('trade_no') } : { state: 'waiting' };
  };
  return {
    name: ALIPAY,
    noticeAnswer: { status: 200, body: 'success' },
    noticeRejected: { status: 401, body: 'failure' },
    async open({ paymentNo, amountFen, subject, returnTo, expiresAt, device }) {
      const sdk = await sdkOf(settings);
      const pc = device === 'pc';
      const address = sdk.pageExecute(pc ? 'alipay.trade.page.pay' : 'alipay.trade.wap.pay', 'GET', {
        bizContent: {
          out_trade_no: paymentNo,
          total_amount: yuan(amountFen),
          subject: subject.slice(0, SUBJECT),
          product_code: pc ? 'FAST_INSTANT_TRADE_PAY' : 'QUICK_WAP_WAY',
          time_expire: wireTime(expiresAt),
          ...(pc ? {} : { quit_url: publicUrl + returnTo }),
        },
        return_url: publicUrl + returnTo,
        notify_url: publicUrl + API_PREFIX + noticePath(ALIPAY),
      });
      return { address };
    },
    query,
    async close(paymentNo) {
      const answer = await call('alipay.trade.close', { out_trade_no: paymentNo });
      if (answer?.ok || answer?.sub === 'ACQ.TRADE_NOT_EXIST') return { state: 'closed' };
      // Paid, closed before, or no certain answer: the trade itself says which.
      const found = await query(paymentNo);
      return found.state === 'waiting' ? unknown : found;
    },
    async refund(paymentNo, refundNo, fen) {
      const answer = await call('alipay.trade.refund', { out_trade_no: paymentNo, refund_amount: yuan(fen), out_request_no: refundNo });
      if (answer?.ok && answer.of('fund_change') === 'Y') return { state: 'done', channelRefundNo: answer.of('trade_no') };
      if (answer && REFUND_FAILED.has(answer.sub)) return { state: 'failed', reason: `支付宝没有退款：${answer.message || answer.sub}` };
      // `fund_change` N says that this call moved nothing: an earlier one with the number may have.
      return answer?.ok ? queryRefund(paymentNo, refundNo) : unknown;
    },
    queryRefund,
    readNotice: (headers, body, now) => readAlipayNotice(settings, headers, body, now),
    async bill(day) {
      const answer = await call('alipay.data.dataservice.bill.downloadurl.query', { bill_type: 'trade', bill_date: day });
      if (!answer) return unknown;
      if (!answer.ok) return /bill_not_exist/i.test(answer.sub) ? { state: 'waiting' } : { ...unknown, reason: answer.message };
      const response = await fetch(answer.of('bill_download_url'), { signal: AbortSignal.timeout(BILL_MS) });
      if (!response.ok) return unknown;
      const bytes = Buffer.from(await response.arrayBuffer());
      return bytes.length > BILL_BYTES ? { state: 'failed', reason: '账单过大，请按手工文件分批导入' } : { state: 'done', name: `${day}.zip`, bytes };
    },
    readBill: readAlipayBill,
  };
}
