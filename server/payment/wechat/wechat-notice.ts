import type { IncomingHttpHeaders } from 'node:http';
import type { CheckedNotice } from '../payment-channel.ts';
import type { WechatPaySettings } from '../payment-settings.ts';
import { checkSignature, fetchCertificates, decryptContent, type Sealed } from './wechat-client.ts';

const bad = (reason: string): CheckedNotice => ({ good: false, reason });
const REASONS = { 'unknown key': '平台证书未知', 'bad signature': '签名不正确', 'too old': '通知已过期' } as const;

interface Trade {
  readonly mchid?: unknown;
  readonly appid?: unknown;
  readonly out_trade_no?: unknown;
  readonly transaction_id?: unknown;
  readonly trade_state?: unknown;
  readonly success_time?: unknown;
  /** `payer_total` may be lower: a coupon of the channel. */
  readonly amount?: { readonly total?: unknown; readonly currency?: unknown };
}

/** Checks a notice: signature and time over the raw body, then the encrypted content, then merchant, application and currency. */
export function readWechatNotice(settings: WechatPaySettings, headers: IncomingHttpHeaders, body: Buffer, now: number): CheckedNotice {
  if (headers['content-encoding']) return bad('内容类型不正确');
  const text = body.toString('utf8');
  const checked = checkSignature(settings, headers, text, now);
  // The notice comes again; by then the new certificate is known.
  if (checked === 'unknown key') void fetchCertificates(settings);
  if (checked !== 'good') return bad(REASONS[checked]);
  let content: { readonly event_type?: unknown; readonly resource?: Sealed };
  let trade: Trade;
  try {
    content = JSON.parse(text) as typeof content;
    if (!content.resource) return bad('内容不完整');
    trade = JSON.parse(decryptContent(settings.apiV3Key, content.resource)) as Trade;
  } catch {
    return bad('内容无法解密');
  }
  if (trade.mchid !== settings.mchId) return bad('不是本商户的通知');
  const { out_trade_no: paymentNo, transaction_id: tradeNo, amount } = trade;
  const total = amount?.total;
  if (typeof paymentNo !== 'string' || typeof tradeNo !== 'string' || typeof total !== 'number' || !Number.isSafeInteger(total))
    return bad('内容不完整');
  const notice = { paymentNo, tradeNo, amountFen: total, paidAt: Date.parse(String(trade.success_time)) || now };
  // A refund notice names neither application nor currency.
  if (String(content.event_type).startsWith('REFUND.')) return { good: true, notice: { ...notice, kind: 'refund' } };
  if (trade.appid !== settings.appId) return bad('不是本商户的通知');
  if (amount?.currency !== 'CNY') return bad('币种不是人民币');
  const pays = content.event_type === 'TRANSACTION.SUCCESS' && trade.trade_state === 'SUCCESS';
  return { good: true, notice: { ...notice, kind: pays ? 'pay' : 'other' } };
}
