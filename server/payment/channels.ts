import type { AppContext } from '../context.ts';
import { OFFLINE_CHANNEL } from '../../contract/commerce/order-limits.ts';
import { ALIPAY, alipayChannel } from './alipay/alipay-channel.ts';
import { offlineChannel } from './offline-channel.ts';
import { Breaker } from '../outage/breaker.ts';
import { guardedChannel } from './guarded-channel.ts';
import type { PaymentChannel } from './payment-channel.ts';
import { SANDBOX, sandboxChannel } from './sandbox-channel.ts';
import { WECHAT_PAY, wechatChannel } from './wechat/wechat-channel.ts';

/** The channel of a name; null when this installation does not have it. */
export function channelOf(context: Pick<AppContext, 'settings' | 'db' | 'parts'>, name: string): PaymentChannel | null {
  const channel = unguarded(context, name);
  const breaker = context.parts.find((part) => part instanceof Breaker && part.name === name);
  return channel && breaker instanceof Breaker ? guardedChannel(channel, breaker) : channel;
}

function unguarded(context: Pick<AppContext, 'settings' | 'db'>, name: string): PaymentChannel | null {
  const { alipay, wechatPay, demo } = context.settings;
  switch (name) {
    case OFFLINE_CHANNEL:
      return offlineChannel;
    case ALIPAY:
      return alipay && alipayChannel(context, alipay);
    case WECHAT_PAY:
      return wechatPay && wechatChannel(context, wechatPay);
    case SANDBOX:
      return demo ? sandboxChannel(context) : null;
    default:
      return null;
  }
}

/** Names of the channels that buyers may choose now and that answer by themselves. */
export const channelNames = ({ settings }: Pick<AppContext, 'settings'>): string[] => [
  ...(settings.alipay ? [ALIPAY] : []),
  ...(settings.wechatPay ? [WECHAT_PAY] : []),
  ...(settings.demo ? [SANDBOX] : []),
];
