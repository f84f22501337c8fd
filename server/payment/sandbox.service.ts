import { lateTrade } from './sandbox-trade.queries.ts';
import { DAY_MS } from '../../contract/clock.ts';
import type { AppContext } from '../context.ts';
import { verifyToken } from '../http/signed-token.ts';
import { pageToken, sandboxNotice } from './sandbox-channel.ts';
import type { SandboxAction } from './sandbox-page.ts';
import { changeTrade, tradeOf, type TradeRow } from './sandbox-trade.queries.ts';

/** Sends a notice over HTTP to the notice address of this server, as a payment company does; returns when it was answered. */
export type SendNotice = (headers: Record<string, string>, body: string) => Promise<void>;

/** The trade that a page of the sandbox shows and where it leads back to; null for a wrong or old token. */
export async function openedTrade(context: AppContext, paymentNo: string, token: string): Promise<{ trade: TradeRow; returnTo: string } | null> {
  const [userId, expires, returnTo = ''] = verifyToken(context, pageToken(paymentNo), token) ?? [];
  // A page stays readable for a day, so that the payment can be made late and a refund can be tried.
  if (!userId || !(Number(expires) + DAY_MS > Date.now())) return null;
  const trade = await tradeOf(context.db, paymentNo);
  return trade ? { trade, returnTo: decodeURIComponent(returnTo) } : null;
}

/** Does what a button says, and returns words for the page; null leads back to the shop. */
export async function actAs(context: AppContext, trade: TradeRow, action: SandboxAction, send: SendNotice): Promise<string | null> {
  const { db, settings } = context;
  const { paymentNo, tradeNo, amountFen } = trade;
  const notice = (change: object = {}) =>
    sandboxNotice(settings.secret, { paymentNo, tradeNo, amountFen, paidAt: Date.now(), ...change }, Date.now());
  const notify = async (times = 1): Promise<void> => {
    const { headers, body } = notice();
    for (let time = 0; time < times; time += 1) await send(headers, body);
  };
  const pay = async (): Promise<boolean> => {
    await changeTrade(db, paymentNo, 'waiting', { state: 'paid' });
    return (await tradeOf(db, paymentNo))?.state === 'paid';
  };
  if (action === 'refundFail' || action === 'refundWait') {
    await changeTrade(db, paymentNo, 'paid', { refundMode: action === 'refundFail' ? 'fail' : 'wait' });
    return action === 'refundFail' ? '下一次退款会失败' : '下一次退款先显示处理中，再次查询时成功';
  }
  if (trade.state !== 'waiting') return '这笔支付已经结束';
  switch (action) {
    case 'pay':
      if (await pay()) await notify();
      return null;
    case 'stay':
      if (await pay()) await notify();
      return '已付款。这一页不返回，请自己回到订单查看';
    case 'thrice':
      if (await pay()) await notify(3);
      return null;
    case 'fail':
      await changeTrade(db, paymentNo, 'waiting', { state: 'failed' });
      return null;
    case 'late':
      await changeTrade(db, paymentNo, 'waiting', { state: 'late' });
      return '这笔钱会在订单取消以后才到账';
    case 'wrongAmount': {
      const { headers, body } = notice({ amountFen: amountFen + 1 });
      await send(headers, body);
      return '已发送多一分钱的通知，订单不会变';
    }
    case 'forged': {
      const { headers, body } = notice();
      await send({ ...headers, 'x-sandbox-signature': '0'.repeat(64) }, body);
      return '已发送伪造签名的通知，订单不会变';
    }
  }
}

/** Sends the notices of trades whose order was cancelled before the money came. */
export async function payLateTrade(context: AppContext, send: SendNotice): Promise<boolean> {
  const { db, settings } = context;
  if (!settings.demo) return false;
  const trade = await lateTrade(db);
  if (!trade) return false;
  await changeTrade(db, trade.paymentNo, 'late', { state: 'paid' });
  const { paymentNo, tradeNo, amountFen } = trade;
  const { headers, body } = sandboxNotice(settings.secret, { paymentNo, tradeNo, amountFen, paidAt: Date.now() }, Date.now());
  await send(headers, body);
  return true;
}
