import { verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { fenOf } from '../../../contract/money-input.ts';
import { epochOf } from '../../db/clock.ts';
import type { AlipaySettings } from '../payment-settings.ts';
import type { CheckedNotice } from '../payment-channel.ts';

/** A notice is valid for this time; Alipay repeats it with a new `notify_time` for 25 hours. */
const NOTICE_MS = 5 * 60_000;
const bad = (reason: string): CheckedNotice => ({ good: false, reason });

/**
 * Checks a notice: form fields, decoded once; RSA2 only. A notice with fields of a refund, and `TRADE_CLOSED`, pay nothing although they
 * come to the same address with the same order number.
 */
export function readAlipayNotice(settings: AlipaySettings, headers: IncomingHttpHeaders, body: Buffer, now: number): CheckedNotice {
  if (!/^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '') || headers['content-encoding']) return bad('内容类型不正确');
  const fields = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(body.toString('utf8'))) {
    if (fields.has(name)) return bad('同一字段出现两次');
    fields.set(name, value);
  }
  const of = (name: string): string => fields.get(name) ?? '';
  if (of('sign_type') !== 'RSA2') return bad('签名类型不是RSA2');
  const signed = [...fields]
    .filter(([name, value]) => name !== 'sign' && name !== 'sign_type' && value !== '')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join('&');
  const signature = Buffer.from(of('sign'), 'base64');
  if (signature.length === 0 || !verify('RSA-SHA256', Buffer.from(signed), settings.publicKey, signature)) return bad('签名不正确');
  const sentAt = epochOf(of('notify_time'));
  if (sentAt === null || Math.abs(now - sentAt) > NOTICE_MS) return bad('通知已过期');
  if (of('app_id') !== settings.appId || of('seller_id') !== settings.sellerId) return bad('不是本商户的通知');
  const [paymentNo, tradeNo, amountFen] = [of('out_trade_no'), of('trade_no'), fenOf(of('total_amount'))];
  if (!paymentNo || !tradeNo || amountFen === null) return bad('内容不完整');
  const status = of('trade_status');
  const aboutRefund = ['refund_fee', 'gmt_refund', 'out_biz_no'].some((name) => of(name) !== '');
  const pays = !aboutRefund && (status === 'TRADE_SUCCESS' || status === 'TRADE_FINISHED');
  const kind = pays ? 'pay' : aboutRefund || status === 'TRADE_CLOSED' ? 'refund' : 'other';
  return { good: true, notice: { paymentNo, tradeNo, kind, amountFen, paidAt: epochOf(of('gmt_payment')) ?? now } };
}
