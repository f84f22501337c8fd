import { createHash } from 'node:crypto';
import { API_PREFIX } from '../../../contract/limits.ts';
import { DAY_MS, SHANGHAI_MS } from '../../../contract/clock.ts';
import type { AppContext } from '../../context.ts';
import { failed } from '../../http/app-error.ts';
import { noticePath, type ChannelAnswer, type PaymentChannel, type RefundAnswer } from '../payment-channel.ts';
import type { WechatPaySettings } from '../payment-settings.ts';
import { readWechatBill } from './wechat-bill.ts';
import { callWechat, downloadWechat, type WechatAnswer } from './wechat-client.ts';
import { readWechatNotice } from './wechat-notice.ts';

export const WECHAT_PAY = 'wechat';
const BILL_BYTES = 256 * 1024 * 1024;
/** Bytes of a description. */
const DESCRIPTION = 127;

const unknown = { state: 'unknown' } as const;
/** Codes of a refund that is certain not to happen. Every other error is unknown, and asked again. */
const REFUND_FAILED: ReadonlySet<string> = new Set(['NOT_ENOUGH', 'USER_ACCOUNT_ABNORMAL', 'MCH_NOT_EXISTS']);
const WAYS: Readonly<Record<string, ChannelAnswer['state']>> = {
  NOTPAY: 'waiting',
  USERPAYING: 'waiting',
  ACCEPT: 'waiting',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'failed',
};

/** RFC 3339 in Shanghai, to the second. */
const rfcTime = (at: number): string => `${new Date(at + SHANGHAI_MS).toISOString().slice(0, 19)}+08:00`;

function shortened(text: string, bytes: number): string {
  let found = '';
  for (const sign of text) {
    if (Buffer.byteLength(found + sign) > bytes) break;
    found += sign;
  }
  return found;
}

/** WeChat Pay APIv3: a QR code on a computer, H5 on a phone. */
export function wechatChannel({ settings: { publicUrl } }: Pick<AppContext, 'settings'>, settings: WechatPaySettings): PaymentChannel {
  const { mchId, appId } = settings;
  const notifyUrl = publicUrl + API_PREFIX + noticePath(WECHAT_PAY);
  const trade = (paymentNo: string): string => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(paymentNo)}`;

  const query = async (paymentNo: string): Promise<ChannelAnswer> => {
    const answer = await callWechat(settings, 'GET', `${trade(paymentNo)}?mchid=${mchId}`);
    if (!answer) return unknown;
    // Not there yet: the call that makes it may still be on its way.
    if (answer.status === 404 && (answer.code === 'ORDER_NOT_EXIST' || answer.code === 'ORDERNOTEXIST')) return { state: 'waiting' };
    const { data } = answer;
    if (answer.status !== 200 || data['out_trade_no'] !== paymentNo || data['mchid'] !== mchId) return unknown;
    const status = String(data['trade_state']);
    const way = WAYS[status];
    if (way && way !== 'paid') return { state: way };
    const amount = data['amount'] as { total?: unknown; currency?: unknown } | undefined;
    if ((status !== 'SUCCESS' && status !== 'REFUND') || typeof amount?.total !== 'number' || (amount.currency ?? 'CNY') !== 'CNY') return unknown;
    return {
      state: 'paid',
      tradeNo: String(data['transaction_id']),
      amountFen: amount.total,
      paidAt: Date.parse(String(data['success_time'])) || Date.now(),
    };
  };

  const refundAnswer = (answer: WechatAnswer | null): RefundAnswer => {
    if (!answer) return unknown;
    if (REFUND_FAILED.has(answer.code)) return { state: 'failed', reason: `微信支付没有退款：${answer.message || answer.code}` };
    if (answer.status !== 200) return unknown;
    const channelRefundNo = String(answer.data['refund_id'] ?? '');
    switch (answer.data['status']) {
      case 'SUCCESS':
        return { state: 'done', channelRefundNo };
      case 'PROCESSING':
        return { state: 'waiting', channelRefundNo };
      case 'CLOSED':
        return { state: 'failed', numberUsed: true, reason: '微信支付已关闭这笔退款，请核对后重试' };
      case 'ABNORMAL':
        return { state: 'failed', reason: '退款异常：原付款账户不能收款，请在微信支付商户平台处理，或转账退回后登记' };
      default:
        return unknown;
    }
  };

  return {
    name: WECHAT_PAY,
    noticeAnswer: { status: 204, body: '' },
    noticeRejected: { status: 401, body: '{"code":"FAIL","message":"验签失败"}' },
    async open({ paymentNo, amountFen, subject, returnTo, expiresAt, device, ip }) {
      if (device === 'wechat') throw failed('请点右上角，在浏览器中打开后支付');
      const native = device === 'pc';
      const answer = await callWechat(settings, 'POST', `/v3/pay/transactions/${native ? 'native' : 'h5'}`, {
        appid: appId,
        mchid: mchId,
        description: shortened(subject, DESCRIPTION),
        out_trade_no: paymentNo,
        time_expire: rfcTime(expiresAt),
        notify_url: notifyUrl,
        amount: { total: amountFen, currency: 'CNY' },
        ...(native ? {} : { scene_info: { payer_client_ip: ip, h5_info: { type: 'Wap' } } }),
      });
      const qr = answer?.data['code_url'];
      if (native && typeof qr === 'string') return { qr };
      const page = answer?.data['h5_url'];
      if (!native && typeof page === 'string') return { address: `${page}&redirect_url=${encodeURIComponent(publicUrl + returnTo)}` };
      throw failed('微信支付暂时不可用，请稍后再试或换个方式');
    },
    query,
    async close(paymentNo) {
      const answer = await callWechat(settings, 'POST', `${trade(paymentNo)}/close`, { mchid: mchId });
      if (answer?.status === 204 || answer?.status === 200) return { state: 'closed' };
      if (answer?.status === 404 && answer.code.replace('_', '').startsWith('ORDERNOT')) return { state: 'closed' };
      // Paid, closed before, or no certain answer: the trade itself says which.
      const found = await query(paymentNo);
      return found.state === 'waiting' ? unknown : found;
    },
    refund: async (paymentNo, refundNo, fen, totalFen) =>
      refundAnswer(
        await callWechat(settings, 'POST', '/v3/refund/domestic/refunds', {
          out_trade_no: paymentNo,
          out_refund_no: refundNo,
          notify_url: notifyUrl,
          amount: { refund: fen, total: totalFen, currency: 'CNY' },
        }),
      ),
    queryRefund: async (_paymentNo, refundNo) =>
      refundAnswer(await callWechat(settings, 'GET', `/v3/refund/domestic/refunds/${encodeURIComponent(refundNo)}`)),
    readNotice: (headers, body, now) => readWechatNotice(settings, headers, body, now),
    async bill(day) {
      const answer = await callWechat(settings, 'GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL`);
      if (!answer) return unknown;
      if (answer.code === 'STATEMENT_CREATING') return { state: 'waiting' };
      // A day without trades has no bill; it is certain only when the day is over for good.
      if (answer.code === 'NO_STATEMENT_EXIST')
        return Date.now() - Date.parse(`${day}T00:00:00+08:00`) > DAY_MS ? { state: 'done', name: `${day}.csv`, bytes: EMPTY } : { state: 'waiting' };
      const { hash_type: hashType, hash_value: hash, download_url: address } = answer.data;
      if (answer.status !== 200 || hashType !== 'SHA1' || typeof address !== 'string') return { ...unknown, reason: answer.message };
      const bytes = await downloadWechat(settings, address);
      if (!bytes || bytes.length > BILL_BYTES) return unknown;
      const matches = createHash('sha1').update(bytes).digest('hex') === String(hash).toLowerCase();
      return matches ? { state: 'done', name: `${day}.csv`, bytes } : { state: 'unknown', reason: '账单的校验值不一致' };
    },
    readBill: readWechatBill,
  };
}

const EMPTY = Buffer.from('交易时间,微信订单号,商户订单号,交易状态,微信退款单号,商户退款单号,申请退款金额,手续费,订单金额,退款状态\n');
