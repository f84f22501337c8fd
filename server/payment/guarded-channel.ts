import type { Breaker } from '../outage/breaker.ts';
import { isOutage } from '../outage/outage.ts';
import type { PaymentChannel } from './payment-channel.ts';

/**
 * A channel whose calls fail at once while its gateway is known to be down, instead of waiting for a time-out. A query then returns "unknown", as after
 * a lost answer, and is repeated later; a payment that cannot be opened is an outage. Bills are fetched in the background and may take their time.
 */
export function guardedChannel(channel: PaymentChannel, breaker: Breaker): PaymentChannel {
  const asked = <T>(work: () => Promise<T>): Promise<T | { readonly state: 'unknown' }> =>
    breaker.guard(work).catch((error: unknown) => {
      if (isOutage(error)) return { state: 'unknown' as const };
      throw error;
    });
  return {
    ...channel,
    open: (attempt) => breaker.guard(() => channel.open(attempt)),
    query: (paymentNo) => asked(() => channel.query(paymentNo)),
    close: (paymentNo) => asked(() => channel.close(paymentNo)),
    refund: (...given) => asked(() => channel.refund(...given)),
    queryRefund: (...given) => asked(() => channel.queryRefund(...given)),
  };
}
