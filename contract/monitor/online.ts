import { z } from 'zod';
import { endpoint } from '../endpoint.ts';

const filter = z.string().trim().max(200, '查询条件过长').optional();

const onlineSession = z.object({
  /** Public id of a session; it is not the token and cannot be used to sign in. */
  tokenId: z.string(),
  deptName: z.string(),
  userName: z.string(),
  nickName: z.string(),
  ipaddr: z.string(),
  loginLocation: z.string(),
  browser: z.string(),
  os: z.string(),
  /** Epoch milliseconds, as `lastSeen`. */
  loginTime: z.number(),
  lastSeen: z.number(),
  /** True for the caller's own session. */
  current: z.boolean(),
});
export type OnlineSession = z.output<typeof onlineSession>;

/** All live sessions, most recently active first, at most 5 000; `total` counts all. */
export const listOnline = endpoint('GET /monitor/online/list', {
  summary: '在线用户列表',
  access: 'monitor:online:list',
  query: z.object({ ipaddr: filter, userName: filter }),
  row: onlineSession,
});

/** Ends a session: its next call is anonymous. */
export const forceLogout = endpoint('DELETE /monitor/online/{tokenId}', {
  summary: '强制退出',
  access: 'monitor:online:forceLogout',
  params: z.object({ tokenId: z.string().regex(/^[0-9a-f]{64}$/, '登录不存在') }),
});
