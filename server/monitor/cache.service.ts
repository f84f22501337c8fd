import { HIDDEN, SESSIONS_REGION } from '../../contract/monitor/cache.ts';
import type { RequestCaller } from '../crud/crud-service.ts';
import type { AppContext } from '../context.ts';
import { withOperationLog } from '../audit/operation-log.ts';
import { failed, forbidden, missing } from '../http/app-error.ts';
import { hasAllPermissions, NO_SUPER_USER } from '../identity/staff.service.ts';
import { countSessions, endSession, endSessionsOfOthers, sessionOwner, superUserNames } from './online.queries.ts';
import { isOwnAccount } from '../http/person.policy.ts';

const LOG = '缓存监控';

/**
 * Regions whose keys and values are shown and may be cleared: counters without a security purpose. Every other region,
 * including ones added later, holds or protects secrets (captchas, wrong passwords, sessions, grants).
 */
const OPEN: Readonly<Record<string, string>> = {
  'upload:': '上传次数',
  'upload_day:': '一天的上传次数',
  'download:': '下载次数',
  'export:': '导出次数',
  'avatar:': '更换头像次数',
  'apply:': '申请次数',
  'feedback:': '反馈次数',
  'sys_config:': '参数',
  'sys_dict:': '字典',
};
const GUARDED: Readonly<Record<string, string>> = {
  [SESSIONS_REGION]: '登录会话',
  'captcha_codes:': '验证码',
  'captcha_rate:': '取验证码的次数',
  'pwd_err_cnt:': '密码错误次数',
  'login_rate:': '登录次数',
  'login_address:': '登录失败的地址',
  'pwd_change:': '改密码输错次数',
  'screen_unlock:': '解锁屏幕输错次数',
  'register:': '注册次数',
};

const regionOf = (key: string): string => key.slice(0, key.indexOf(':') + 1) || key;
const isOpen = (key: string): boolean => Object.hasOwn(OPEN, regionOf(key));

export async function state(context: AppContext) {
  const [info, commandStats] = await Promise.all([context.cache.info(), context.cache.commands()]);
  const { hits, misses } = context.cache.counts;
  return { info: { ...info }, dbSize: Number(info['db_size'] ?? 0), commandStats: [...commandStats], hits, misses };
}

/** Returns every region; for a guarded one only the number of its keys is shown, in the remark. */
export async function regions(context: AppContext) {
  const found = Map.groupBy(await context.cache.keys(''), regionOf);
  const sessions = await countSessions(context.db, Date.now(), {}, null);
  const names = new Set([...Object.keys(GUARDED), ...Object.keys(OPEN), ...found.keys()]);
  return [...names].map((cacheName) => {
    const count = cacheName === SESSIONS_REGION ? sessions : (found.get(cacheName)?.length ?? 0);
    const remark = OPEN[cacheName] ?? `${GUARDED[cacheName] ?? '受保护的缓存'}（${HIDDEN}，共${count}项）`;
    return { cacheName, cacheKey: '', cacheValue: '', remark };
  });
}

/** Returns the keys of an open region, sorted; keys of a guarded one contain user names and addresses. */
export const keysOf = async (context: AppContext, region: string): Promise<string[]> => (isOpen(region) ? context.cache.keys(region) : []);

export async function valueOf(context: AppContext, cacheName: string, cacheKey: string) {
  if (!isOpen(cacheKey)) return { cacheName, cacheKey, cacheValue: HIDDEN, remark: HIDDEN };
  // A read by staff is not counted as a hit.
  const found = await context.cache.peek(cacheKey);
  return { cacheName, cacheKey, cacheValue: found ?? '', remark: found === null ? '已过期' : (OPEN[cacheName] ?? '') };
}

/**
 * Counters of sign-ins and captchas protect every account, including the super administrator's: only the super administrator may clear
 * them.
 */
function rejectGuarded({ currentUser }: RequestCaller, key: string): void {
  if (key !== SESSIONS_REGION && !isOpen(key) && !hasAllPermissions(currentUser))
    throw forbidden('这类缓存保护账号安全，只有超级管理员可以清理；解除某个账号的锁定请到账号管理');
}

/**
 * Returns the counters of other super administrators: their lock-out ends by time or by their own action. One part of a key is the account
 * name.
 */
async function foreignSuperKeys({ context, currentUser }: RequestCaller, prefix: string): Promise<string[]> {
  const names = new Set(await superUserNames(context.db, currentUser.userId));
  return (await context.cache.keys(prefix)).filter(
    (key) =>
      !isOpen(key) &&
      key
        .split(':')
        .slice(1)
        .some((part) => names.has(part.toLowerCase())),
  );
}

/** Clears a region of the cache except the counters of other super administrators. */
async function clearButForeign(caller: RequestCaller, prefix: string): Promise<void> {
  const { cache } = caller.context;
  const kept = new Set(await foreignSuperKeys(caller, prefix));
  if (kept.size === 0) return void (await cache.clear(prefix));
  for (const key of await cache.keys(prefix)) if (!kept.has(key)) await cache.remove(key);
}

/** Clears a region, or for an empty name every region that the caller may clear. Nobody else may end a super administrator's sessions. */
export async function clearRegion(caller: RequestCaller, region: string): Promise<void> {
  const { context, currentUser } = caller;
  const everything = region === '';
  if (!everything && !region.endsWith(':') && !(await regions(context)).some((one) => one.cacheName === region))
    throw missing('没有这类缓存，请刷新后重试');
  await withOperationLog(caller, { title: LOG, business: 'clean' }, async (tx) => {
    if (!everything) rejectGuarded(caller, region);
    if (everything || region === SESSIONS_REGION) await endSessionsOfOthers(tx, currentUser.userId);
  });
  if (region === SESSIONS_REGION) return;
  if (!everything || hasAllPermissions(currentUser)) await clearButForeign(caller, region);
  else for (const open of Object.keys(OPEN)) await context.cache.clear(open);
}

export async function clearKey(caller: RequestCaller, key: string): Promise<void> {
  const { context, currentUser } = caller;
  const session = key.startsWith(SESSIONS_REGION) ? key.slice(SESSIONS_REGION.length) : null;
  // Read before the transaction: the embedded cache is in the same database.
  const foreign = session === null ? await foreignSuperKeys(caller, key) : [];
  await withOperationLog(caller, { title: LOG, business: 'clean' }, async (tx) => {
    if (session === null) {
      rejectGuarded(caller, key);
      if (foreign.includes(key)) throw failed(NO_SUPER_USER);
      return;
    }
    const owner = await sessionOwner(tx, session);
    if (owner?.super && !isOwnAccount(owner.userId, currentUser)) throw failed(NO_SUPER_USER);
    await endSession(tx, session);
  });
  if (session === null) await context.cache.remove(key);
}
