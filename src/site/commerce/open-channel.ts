import { payOrder } from '../../../contract/commerce/order.ts';
import type { Channel } from '../../../contract/commerce/order-limits.ts';
import { call } from '../../api/call.ts';

/** Opens an attempt and leaves for the page of the channel. The same `requestId` is the same attempt. */
export async function openChannel(orderNo: string, channel: Channel, requestId: string): Promise<void> {
  const { address } = await call(payOrder, { params: { orderNo }, body: { requestId, channel } });
  location.assign(address);
}
