import { payOrder } from '../../../contract/commerce/order.ts';
import type { Channel, PAY_DEVICES } from '../../../contract/commerce/order-limits.ts';
import { call } from '../../api/call.ts';
import { showPayCode } from './pay-code.store.ts';

/** On what the buyer pays: WeChat's own browser cannot leave for another payment page, and a device without a mouse is a phone. */
const deviceNow = (): (typeof PAY_DEVICES)[number] =>
  /MicroMessenger/i.test(navigator.userAgent) ? 'wechat' : matchMedia('(pointer: coarse)').matches ? 'mobile' : 'pc';

/**
 * Opens an attempt and leaves for the page of the channel; returns false when the channel has a QR code instead, which the page of the payment
 * shows. The same `requestId` is the same attempt.
 */
export async function openChannel(orderNo: string, channel: Channel, requestId: string): Promise<boolean> {
  const { address, qr } = await call(payOrder, { params: { orderNo }, body: { requestId, channel, device: deviceNow() } });
  showPayCode(address ? null : { orderNo, text: qr });
  if (address) location.assign(address);
  return address !== '';
}
