import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { yuan } from '../../contract/money.ts';
import { API_PREFIX } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import { keyFor } from '../db/sealed-text.ts';
import { signToken } from '../http/signed-token.ts';
import type { ChannelAnswer, CheckedNotice, PaymentChannel, RefundAnswer } from './payment-channel.ts';
import { plainBill, readPlainBill } from './plain-bill.ts';
import { sandboxBillRows } from './sandbox-bill.queries.ts';
import { addTrade, changeTrade, tradeOf, type TradeRow } from './sandbox-trade.queries.ts';

/** A notice is valid for this time. */
const NOTICE_MS = 5 * 60_000;
export const SANDBOX = 'sandbox';
export const SANDBOX_PATH = '/pay/sandbox';
export const pageToken = (paymentNo: string): string => `sandbox\n${paymentNo}`;

const signatureOf = (secret: Buffer, time: string, nonce: string, body: string): string =>
  createHmac('sha256', keyFor(secret, 'sandbox-notice')).update(`${time}\n${nonce}\n${body}\n`).digest('hex');

/** Headers and body of a notice as this channel signs it. */
export function sandboxNotice(secret: Buffer, content: object, now: number): { headers: Record<string, string>; body: string } {
  const body = JSON.stringify(content);
  const [time, nonce] = [String(now), randomBytes(12).toString('hex')];
  const headers = { 'x-sandbox-time': time, 'x-sandbox-nonce': nonce, 'x-sandbox-signature': signatureOf(secret, time, nonce, body) };
  return { headers: { 'content-type': 'application/json', ...headers }, body };
}

const bad = (reason: string): CheckedNotice => ({ good: false, reason });

const answerOf = (trade: TradeRow | undefined): ChannelAnswer => {
  if (!trade || trade.state === 'waiting' || trade.state === 'late') return { state: 'waiting' };
  if (trade.state === 'paid') return { state: 'paid', tradeNo: trade.tradeNo, amountFen: trade.amountFen, paidAt: trade.createTime };
  return { state: trade.state };
};

/** The embedded channel for demonstrations: it keeps trades of its own and behaves as a payment company does. It does not exist with `DEMO=0`. */
export function sandboxChannel({ settings, db }: Pick<AppContext, 'settings' | 'db'>): PaymentChannel {
  const refundState = (trade: TradeRow | undefined, refundNo: string): RefundAnswer => {
    const state = trade && (JSON.parse(trade.refunds) as Record<string, RefundAnswer['state']>)[refundNo];
    return state ? { state, channelRefundNo: `SR${refundNo}` } : { state: 'unknown' };
  };
  return {
    name: SANDBOX,
    noticeAnswer: { status: 204, body: '' },
    noticeRejected: { status: 401, body: 'FAIL' },
    async open({ paymentNo, amountFen, userId, returnTo, expiresAt }) {
      await addTrade(db, { paymentNo, amountFen, tradeNo: `SB${randomBytes(8).toString('hex')}`, createTime: Date.now() });
      const token = signToken({ settings }, pageToken(paymentNo), [userId, expiresAt, encodeURIComponent(returnTo).replaceAll('.', '%2E')]);
      return { address: `${API_PREFIX}${SANDBOX_PATH}/${paymentNo}?t=${token}` };
    },
    query: async (paymentNo) => answerOf(await tradeOf(db, paymentNo)),
    async close(paymentNo) {
      const trade = await tradeOf(db, paymentNo);
      if (trade?.state === 'waiting') await changeTrade(db, paymentNo, 'waiting', { state: 'closed' });
      const after = await tradeOf(db, paymentNo);
      // A trade that is paid late is closed here and paid afterwards, as with a bank that is slow.
      return after?.state === 'late' || !after ? { state: 'closed' } : answerOf(after);
    },
    async refund(paymentNo, refundNo, _fen) {
      const trade = await tradeOf(db, paymentNo);
      if (!trade) return { state: 'unknown' };
      const known = refundState(trade, refundNo);
      if (known.state !== 'unknown' && known.state !== 'failed') return known;
      const state = trade.refundMode === 'fail' ? 'failed' : trade.refundMode === 'wait' ? 'waiting' : 'done';
      const refunds = { ...(JSON.parse(trade.refunds) as object), [refundNo]: state };
      await changeTrade(db, paymentNo, trade.state, { refunds: JSON.stringify(refunds), refundMode: '' });
      return { state, channelRefundNo: `SR${refundNo}` };
    },
    async queryRefund(paymentNo, refundNo) {
      const trade = await tradeOf(db, paymentNo);
      const known = refundState(trade, refundNo);
      if (!trade || known.state !== 'waiting') return known;
      const refunds = { ...(JSON.parse(trade.refunds) as object), [refundNo]: 'done' };
      await changeTrade(db, paymentNo, trade.state, { refunds: JSON.stringify(refunds) });
      return { ...known, state: 'done' };
    },
    readNotice(headers, body, now) {
      const [time, nonce, given] = [headers['x-sandbox-time'], headers['x-sandbox-nonce'], headers['x-sandbox-signature']].map(String);
      if (!time || !nonce || !given) return bad('没有签名');
      const right = Buffer.from(signatureOf(settings.secret, time, nonce, body.toString()));
      const sent = Buffer.from(given);
      if (sent.length !== right.length || !timingSafeEqual(sent, right)) return bad('签名不正确');
      if (!(Math.abs(now - Number(time)) <= NOTICE_MS)) return bad('通知已过期');
      let content: Record<string, unknown>;
      try {
        content = JSON.parse(body.toString()) as Record<string, unknown>;
      } catch {
        return bad('内容无法读取');
      }
      const { paymentNo, tradeNo, amountFen, paidAt } = content;
      if (typeof paymentNo !== 'string' || typeof tradeNo !== 'string' || !Number.isSafeInteger(amountFen) || !Number.isSafeInteger(paidAt))
        return bad('内容不完整');
      return { good: true, notice: { paymentNo, tradeNo, kind: 'pay', amountFen: amountFen as number, paidAt: paidAt as number } };
    },
    bill: async (day) => ({ state: 'done', name: `${day}.csv`, bytes: Buffer.from(plainBill(await sandboxBillRows(db, day), yuan)) }),
    readBill: readPlainBill,
  };
}
