import { SESSIONS_REGION } from '../../contract/monitor/cache.ts';
import type { Caller } from '../crud/crud-service.ts';
import { wireTime } from '../db/clock.ts';
import type { House } from '../house.ts';
import { operate } from '../http/operation.ts';
import { missing } from '../http/refusal.ts';
import { endAllSessions, endSession, sessionById, sessionIds } from './online.queries.ts';

const LOG = '缓存监控';

/** What the house keeps for a while, and what each is for; others are shown by the beginning of their keys. */
const REGIONS: Readonly<Record<string, string>> = {
  [SESSIONS_REGION]: '登录会话',
  'captcha_codes:': '验证码',
  'captcha_rate:': '取验证码的次数',
  'pwd_err_cnt:': '密码错误次数',
  'login_rate:': '登录次数',
  'login_address:': '登录失败的地址',
  'pwd_change:': '改密码输错次数',
  'screen_unlock:': '解锁屏幕输错次数',
  'register:': '注册次数',
  'upload:': '上传次数',
  'upload_day:': '一天的上传次数',
  'download:': '下载次数',
  'apply:': '申请次数',
  'feedback:': '反馈次数',
};

const regionOf = (key: string): string => key.slice(0, key.indexOf(':') + 1) || key;

export async function state(house: House) {
  const [info, commandStats] = await Promise.all([house.cache.info(), house.cache.commands()]);
  const { hits, misses } = house.cache.counts;
  return { info: { ...info }, dbSize: Number(info['db_size'] ?? 0), commandStats: [...commandStats], hits, misses };
}

export async function regions(house: House) {
  const found = (await house.cache.keys('')).map(regionOf);
  const names = new Set([...Object.keys(REGIONS), ...found]);
  return [...names].map((cacheName) => ({ cacheName, cacheKey: '', cacheValue: '', remark: REGIONS[cacheName] ?? '' }));
}

/** Whole keys, sorted. A session's is the hash of its token, which signs nobody in. */
export async function keysOf(house: House, region: string): Promise<string[]> {
  if (region !== SESSIONS_REGION) return house.cache.keys(region);
  return (await sessionIds(house.db, Date.now())).map(({ id }) => SESSIONS_REGION + id);
}

export async function valueOf(house: House, cacheName: string, cacheKey: string) {
  const found = cacheKey.startsWith(SESSIONS_REGION)
    ? await sessionValue(house, cacheKey.slice(SESSIONS_REGION.length))
    : // Looked at by staff, not used: it is not counted as a hit.
      await house.cache.peek(cacheKey);
  return { cacheName, cacheKey, cacheValue: found ?? '', remark: found === null ? '已过期' : (REGIONS[cacheName] ?? '') };
}

async function sessionValue(house: House, id: string): Promise<string | null> {
  const row = await sessionById(house.db, id);
  if (!row) return null;
  const { createTime, lastSeen, expiresAt, ...rest } = row;
  return JSON.stringify({ ...rest, loginTime: wireTime(createTime), lastSeen: wireTime(lastSeen), expireTime: wireTime(expiresAt) });
}

/** Empties a region, or everything for the empty one. The sessions go with it where they are meant. */
export async function clearRegion(caller: Caller, region: string): Promise<void> {
  const sessions = region === '' || region === SESSIONS_REGION;
  if (region !== '' && !region.endsWith(':') && !(await regions(caller.house)).some((one) => one.cacheName === region))
    throw missing('没有这类缓存，请刷新后重试');
  await operate(caller, { title: LOG, business: 'clean' }, async (tx) => {
    if (sessions) await endAllSessions(tx);
  });
  if (region !== SESSIONS_REGION) await caller.house.cache.clear(region);
}

export async function clearKey(caller: Caller, key: string): Promise<void> {
  const session = key.startsWith(SESSIONS_REGION);
  await operate(caller, { title: LOG, business: 'clean' }, async (tx) => {
    if (session) await endSession(tx, key.slice(SESSIONS_REGION.length));
  });
  if (!session) await caller.house.cache.remove(key);
}
