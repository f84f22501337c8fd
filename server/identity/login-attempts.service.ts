import type { FastifyRequest } from 'fastify';
import { LOCK_ADDRESS_AFTER, LOCK_AFTER, LOCK_EVERYWHERE_AFTER, LOCK_MS } from '../../contract/limits.ts';
import type { AppContext } from '../context.ts';
import { rateLimitKey } from '../http/rate-limit-key.ts';
import { locationOf } from '../audit/operation-log.ts';
import { failed, tooMany } from '../http/app-error.ts';
import { noteSignIn, triesKey } from '../system/account.service.ts';
import { configOf } from '../system/config.service.ts';
import { inAddressList } from './address-list.ts';
import { noteLogin } from './session.queries.ts';
import { agentOf } from './session.service.ts';
import { deviceOf } from './user-agent.ts';

export const LOCKED = `密码输入错误${LOCK_AFTER}次，帐户锁定${LOCK_MS / 60_000}分钟`;
const addressKey = (ip: string): string => `login_address:${rateLimitKey(ip)}`;

/**
 * Counts an attempt with a password or a second-factor code before it is checked, so that a hundred concurrent attempts count
 * as a hundred. Returns the attempts of this source, a known device or an address. Throws when there are too many.
 */
export async function countTry(context: AppContext, userName: string, device: string | null, ip: string): Promise<number> {
  const source = device ? `device-${device.slice(0, 16)}` : rateLimitKey(ip);
  const tries = await context.cache.count(triesKey(userName, source), LOCK_MS);
  if (tries > LOCK_AFTER) throw failed(LOCKED);
  if (!device && (await context.cache.count(triesKey(userName, 'all'), LOCK_MS)) > LOCK_EVERYWHERE_AFTER) throw failed(LOCKED);
  return tries;
}

/** Records a failed attempt of a user. Returns true when it was the last one before the lock. */
export async function noteWrongTry(context: AppContext, userName: string, tries: number, ip: string): Promise<boolean> {
  await countAddress(context, ip);
  const last = tries >= LOCK_AFTER;
  await noteSignIn(context.db, userName, tries, last ? Date.now() + LOCK_MS : null);
  return last;
}

export const countAddress = (context: AppContext, ip: string): Promise<number> => context.cache.count(addressKey(ip), LOCK_MS);

export async function rejectAddress(context: AppContext, ip: string): Promise<void> {
  if (Number((await context.cache.get(addressKey(ip))) ?? 0) >= LOCK_ADDRESS_AFTER) throw tooMany('登录失败次数过多，请10分钟后再试');
}

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
