import { isIP } from 'node:net';
import { DAY_MS } from '../../contract/clock.ts';
import { LOCK_ADDRESS_AFTER, LOCK_SCHOOL_AFTER, SCHOOL_ACCOUNTS } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import { configOf } from '../db/config-value.ts';
import { countEvent, type RateLimit } from '../http/rate-limit.ts';
import { rateLimitKey } from '../http/rate-limit-key.ts';
import { inAddressList } from './address-list.ts';

/**
 * A whole school signs in from one address. Such an address may fail more often before it is locked: an administrator lists it, or many accounts have
 * signed in from it within a day. Limits of one account stay as they are.
 */
export const SCHOOL_NETWORKS = 'sys.account.schoolNetworks';
/** The widest networks that may be listed: a larger one would raise the limit for everybody. */
const LEAST_BITS: Readonly<Record<number, number>> = { 4: 16, 6: 32 };
const MOST_BITS: Readonly<Record<number, number>> = { 4: 32, 6: 128 };

const entriesOf = (list: string): string[] => list.split(/[;；,，\s]+/u).filter(Boolean);

/** Why a value of the parameter is wrong; empty for other parameters and right values. */
export function schoolNetworksProblem(key: string, value: string): string {
  if (key !== SCHOOL_NETWORKS) return '';
  for (const entry of entriesOf(value)) {
    const [net = '', bits, more] = entry.split('/');
    const family = isIP(net);
    if (family === 0 || more !== undefined) return `“${entry}”不是IP地址，请写成 10.1.2.3 或 10.1.0.0/16，多个用分号分开`;
    if (bits === undefined) continue;
    const [least = 0, most = 0] = [LEAST_BITS[family], MOST_BITS[family]];
    if (!/^\d{1,3}$/.test(bits) || Number(bits) > most) return `“${entry}”斜杠后的位数须为${least}至${most}`;
    if (Number(bits) < least) return `“${entry}”的范围太大，斜杠后的位数须为${least}至${most}`;
  }
  return '';
}

/** Accounts that signed in from an address within a day: one counter for each of them, and one for all. */
const ACCOUNT: Omit<RateLimit, 'points'> = { name: 'login_school', windowMs: DAY_MS };
const ACCOUNTS: RateLimit = { name: 'login_school_accounts', points: SCHOOL_ACCOUNTS, windowMs: DAY_MS };

/**
 * Counts a sign-in from an address, by password, passkey or another site. Accounts younger than a day do not count, so that registering accounts does not
 * raise the limit.
 */
export async function noteAccountAtAddress(context: AppContext, userId: number, ip: string): Promise<void> {
  const user = await context.db.selectFrom('user').select('createTime').where('id', '=', userId).executeTakeFirst();
  if (!user || Number(user.createTime) > Date.now() - DAY_MS) return;
  const address = rateLimitKey(ip);
  if ((await countEvent(context, ACCOUNT, `${address}-${userId}`)) === 1) await countEvent(context, ACCOUNTS, address);
}

export async function isSchoolAddress(context: AppContext, ip: string): Promise<boolean> {
  if (inAddressList(ip, entriesOf((await configOf(context, SCHOOL_NETWORKS)) ?? '').join(';'))) return true;
  return Number((await context.cache.get(`${ACCOUNTS.name}:${rateLimitKey(ip)}`)) ?? 0) >= ACCOUNTS.points;
}

/** Failed sign-ins of an address before it is locked. */
export const addressFailures = async (context: AppContext, ip: string): Promise<number> =>
  (await isSchoolAddress(context, ip)) ? LOCK_SCHOOL_AFTER : LOCK_ADDRESS_AFTER;
