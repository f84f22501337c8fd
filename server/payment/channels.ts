import type { AppContext } from '../context.ts';
import { OFFLINE_CHANNEL } from '../../contract/commerce/order-limits.ts';
import { offlineChannel } from './offline-channel.ts';
import type { PaymentChannel } from './payment-channel.ts';
import { SANDBOX, sandboxChannel } from './sandbox-channel.ts';

/** The channel of a name; null when this installation does not have it. */
export function channelOf(context: Pick<AppContext, 'settings' | 'db'>, name: string): PaymentChannel | null {
  if (name === OFFLINE_CHANNEL) return offlineChannel;
  return name === SANDBOX && context.settings.demo ? sandboxChannel(context) : null;
}

/** Names of the channels that buyers may choose now and that answer by themselves. */
export const channelNames = ({ settings }: Pick<AppContext, 'settings'>): string[] => (settings.demo ? [SANDBOX] : []);
