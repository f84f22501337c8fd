import { z } from 'zod';
import { crud } from '../crud.ts';
import { endpoint } from '../endpoint.ts';
import { shown, time } from '../field.ts';
import { DOWNLOAD_TIMEOUT_MS } from '../limits.ts';
import { chainReport } from './operlog.ts';

/** All sign-in attempts, newest first. */
export const logininfor = crud('/monitor/logininfor', {
  name: '登录日志',
  permission: 'monitor:logininfor',
  log: true,
  key: 'infoId',
  title: 'userName',
  fields: {},
  shown: {
    userName: shown('登录账号'),
    ipaddr: shown('登录地址'),
    loginLocation: shown('登录地点'),
    browser: shown('浏览器'),
    os: shown('操作系统'),
    status: shown('登录状态', 'choice', { dict: 'sys_common_status' }),
    msg: shown('说明'),
    loginTime: time('登录时间'),
  },
  filter: { ipaddr: 'like', userName: 'like', status: 'equal' },
  range: 'loginTime',
  sort: ['infoId', 'userName', 'loginTime'],
  calls: ['list', 'get', 'remove', 'export'],
});

/** Removes rows whose retention period is over; `msg` contains the number. Newer rows are never removed. */
export const cleanLogininfor = endpoint('DELETE /monitor/logininfor/clean', {
  summary: '清理到期的登录日志',
  access: 'monitor:logininfor:remove',
  confirm: true,
  answer: z.object({ msg: z.string() }),
});

export const verifyLogininfor = endpoint('GET /monitor/logininfor/verify', {
  summary: '校验登录日志',
  access: 'monitor:logininfor:query',
  data: chainReport,
  timeout: DOWNLOAD_TIMEOUT_MS,
});

/** Resets the failed sign-ins of an account, so that its owner can try again at once. */
export const unlockLogininfor = endpoint('GET /monitor/logininfor/unlock/{userName}', {
  summary: '账户解锁',
  access: 'monitor:logininfor:unlock',
  params: z.object({ userName: z.string().trim().min(1, '请选择要解锁的账号').max(50, '账号不正确') }),
});
