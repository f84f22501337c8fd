import { OFFLINE_CHANNEL } from '../../contract/commerce/order-limits.ts';
import { readPlainBill } from './plain-bill.ts';
import type { PaymentChannel } from './payment-channel.ts';

/**
 * Bank transfers and cash, of which no program brings news: finance registers the money, and a second person confirms it. Money goes back by a
 * transfer that finance registers, so a refund fails at once and waits for it.
 */
export const offlineChannel: PaymentChannel = {
  name: OFFLINE_CHANNEL,
  noticeAnswer: { status: 404, body: '' },
  noticeRejected: { status: 404, body: '' },
  open: async ({ returnTo }) => ({ address: returnTo }),
  query: async () => ({ state: 'waiting' }),
  close: async () => ({ state: 'closed' }),
  refund: async () => ({ state: 'failed', reason: '线下付款由财务转账退回' }),
  queryRefund: async () => ({ state: 'failed' }),
  readNotice: () => ({ good: false, reason: '线下付款没有通知' }),
  bill: null,
  readBill: readPlainBill,
};
