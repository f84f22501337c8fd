import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const ACCESS = 'monitor:cache:list';
const REMOVE = 'monitor:cache:remove';
/** Replaces the values of a protected region. */
export const HIDDEN = '已隐藏';
/** A region with its colon, and a complete key. */
const region = z.string().min(1).max(120, '缓存名称不正确');
const key = z.string().min(1).max(300, '缓存键名不正确');

const entry = z.object({ cacheName: z.string(), cacheKey: z.string(), cacheValue: z.string(), remark: z.string() });

export const getCache = endpoint('GET /monitor/cache', {
  summary: '缓存监控',
  access: ACCESS,
  data: z.object({
    info: z.record(z.string(), z.string()),
    dbSize: z.number(),
    commandStats: z.array(z.object({ name: z.string(), value: z.string() })),
    /** Cache reads of this process since its start that found a value. */
    hits: z.number(),
    misses: z.number(),
  }),
});

export const cacheNames = endpoint('GET /monitor/cache/getNames', { summary: '缓存名称', access: ACCESS, data: z.array(entry) });
export const cacheKeys = endpoint('GET /monitor/cache/getKeys/{cacheName}', {
  summary: '缓存键名',
  access: ACCESS,
  params: z.object({ cacheName: region }),
  data: z.array(z.string()),
});
export const cacheValue = endpoint('GET /monitor/cache/getValue/{cacheName}/{cacheKey}', {
  summary: '缓存内容',
  access: ACCESS,
  params: z.object({ cacheName: region, cacheKey: key }),
  data: entry,
});

/** Clearing the sessions signs out all users including the caller, but no other super administrator. */
export const clearCacheName = endpoint('DELETE /monitor/cache/clearCacheName/{cacheName}', {
  summary: '清理一类缓存',
  access: REMOVE,
  confirm: true,
  params: z.object({ cacheName: region }),
});
export const clearCacheKey = endpoint('DELETE /monitor/cache/clearCacheKey/{cacheKey}', {
  summary: '清理一项缓存',
  access: REMOVE,
  confirm: true,
  params: z.object({ cacheKey: key }),
});
export const clearCacheAll = endpoint('DELETE /monitor/cache/clearCacheAll', { summary: '清理全部缓存', access: REMOVE, confirm: true });

/** The region of the active sessions. */
export const SESSIONS_REGION = 'login_tokens:';
