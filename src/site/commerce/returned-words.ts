import type { OrderCard } from '../../../contract/commerce/order.ts';
import { price } from '../../format/number.ts';

/** Money that bought nothing: why, how much, and where it is now. */
export function returnedWords({ fen, reason, status, byTransfer }: OrderCard['returned'][number]): string {
  if (byTransfer) return `${reason}，${price(fen)}${status === 'done' ? '已转账退回您的付款账户' : '将由财务转账退回您的付款账户'}`;
  return `${reason}，${price(fen)}${status === 'done' ? '已按原路退回，1至3个工作日到账' : '正在按原路退回，1至3个工作日到账'}`;
}
