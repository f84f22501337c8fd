import { OFFLINE, OFFLINE_CHANNEL } from '../../contract/commerce/order-limits.ts';
import type { AppContext } from '../context.ts';
import { configOf } from '../db/config-value.ts';
import type { Database, Tx } from '../db/database.ts';
import { channelNames } from '../payment/channels.ts';
import { numberOf } from './payment.service.ts';

export const ACCOUNT_KEYS = { holder: 'pay.offline.holder', bank: 'pay.offline.bank', account: 'pay.offline.account' } as const;

/** The publisher's account for transfers; null while one of its values is empty. */
export async function transferAccount(db: Database | Tx): Promise<{ holder: string; bank: string; account: string } | null> {
  const of = async (key: string): Promise<string> => ((await configOf({ db }, key)) ?? '').trim();
  const account = { holder: await of(ACCOUNT_KEYS.holder), bank: await of(ACCOUNT_KEYS.bank), account: await of(ACCOUNT_KEYS.account) };
  return Object.values(account).includes('') ? null : account;
}

/** The channels for a sum: a transfer is offered for large sums, for the kinds that say so, and always when no other channel exists. */
export async function channelsFor(context: AppContext, payFen: number, transfer: boolean): Promise<string[]> {
  const names = channelNames(context);
  const least = await numberOf(context, 'pay.offline.leastFen', OFFLINE.leastFen);
  const offered = (names.length === 0 || transfer || payFen >= least) && (await transferAccount(context.db)) !== null;
  return offered ? [...names, OFFLINE_CHANNEL] : names;
}

/** Days that an order waits for a transfer. */
export const transferDays = (context: Pick<AppContext, 'db'>): Promise<number> => numberOf(context, 'pay.offline.days', OFFLINE.days);
