import type { FastifyRequest } from 'fastify';
import { LOCK_AFTER, LOCK_EVERYWHERE_AFTER, LOCK_MS } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import { configOf } from '../db/config-value.ts';
import { countEvent, assertNotUsedUp, resetRateLimits, type RateLimit } from '../http/rate-limit.ts';
import { rateLimitKey } from '../http/rate-limit-key.ts';
import { locationOf } from '../audit/operation-log.ts';
import { failed } from '../http/app-error.ts';
import { noteSignIn } from './account-identity.service.ts';
import { inAddressList } from './address-list.ts';
import { addressFailures } from './school-network.service.ts';
import { noteLogin } from './session.queries.ts';
import { agentOf } from './session.service.ts';
import { deviceOf } from './user-agent.ts';

export const LOCKED = `密码输入错误${LOCK_AFTER}次，帐户锁定${LOCK_MS / 60_000}分钟`;
const PER_ADDRESS: Omit<RateLimit, 'points'> = { name: 'login_address', windowMs: LOCK_MS, message: '登录失败次数过多，请10分钟后再试' };
/** Wrong passwords of a user from one source: a known device or an address. */
const PER_SOURCE: RateLimit = { name: 'pwd_err_cnt', points: LOCK_AFTER, windowMs: LOCK_MS };
/** Wrong passwords of a user from all unknown devices. */
const EVERYWHERE: RateLimit = { ...PER_SOURCE, points: LOCK_EVERYWHERE_AFTER };
const userKey = (userName: string, source: string): string => `${userName.toLowerCase()}:${source}`;

/**
 * Counts an attempt with a password or a second-factor code before it is checked, so that a hundred concurrent attempts count
 * as a hundred. Returns the attempts of this source, a known device or an address. Throws when there are too many.
 */
export async function countTry(context: AppContext, userName: string, device: string | null, ip: string): Promise<number> {
  const source = device ? `device-${device.slice(0, 16)}` : rateLimitKey(ip);
  const tries = await countEvent(context, PER_SOURCE, userKey(userName, source));
  if (tries > PER_SOURCE.points) throw failed(LOCKED);
  if (!device && (await countEvent(context, EVERYWHERE, userKey(userName, 'all'))) > EVERYWHERE.points) throw failed(LOCKED);
  return tries;
}

/** Forgets the wrong passwords of a user from every source. */
export const forgetTries = (context: AppContext, userName: string): Promise<void> => resetRateLimits(context, PER_SOURCE, userKey(userName, ''));

/** Records a failed attempt of a user. Returns true when it was the last one before the lock. */
export async function noteWrongTry(context: AppContext, userName: string, tries: number, ip: string): Promise<boolean> {
  await countAddress(context, ip);
  const last = tries >= LOCK_AFTER;
  await noteSignIn(context.db, userName, tries, last ? Date.now() + LOCK_MS : null);
  return last;
}

export const countAddress = (context: AppContext, ip: string): Promise<number> => countEvent(context, PER_ADDRESS, rateLimitKey(ip));

/** Throws when an address has failed too often: that of a school has more tries than another. */
export const rejectAddress = async (context: AppContext, ip: string): Promise<void> =>
  assertNotUsedUp(context, { ...PER_ADDRESS, points: await addressFailures(context, ip) }, rateLimitKey(ip));

export async function rejectBlackAddress(context: AppContext, ip: string): Promise<void> {
  if (inAddressList(ip, (await configOf(context, 'sys.login.blackIPList')) ?? '')) throw failed('很遗憾，访问IP已被列入系统黑名单');
}

/** Runs a step of a sign-in and writes its row of the sign-in log; a step that leads to another one writes none. */
export async function loggedStep<T>(
  context: AppContext,
  userName: string,
  request: FastifyRequest,
  step: () => Promise<{ readonly done: T; readonly words: string | null }>,
): Promise<T> {
  const note = (status: '0' | '1', msg: string) =>
    noteLogin(context.db, {
      userName: userName.slice(0, 50),
      ip: request.ip,
      userAgent: agentOf(request),
      ...deviceOf(agentOf(request)),
      loginLocation: locationOf(request.ip),
      status,
      msg,
      loginTime: Date.now(),
    });
  try {
    const { done, words } = await step();
    if (words !== null) await note('0', words);
    return done;
  } catch (error) {
    await note('1', error instanceof Error ? error.message : '登录失败');
    throw error;
  }
}
