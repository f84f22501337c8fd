import { buttons, menuPage, type AreaMenu } from '../menu.ts';

export const MONITOR_MENU: AreaMenu = [
  { ...menuPage('操作日志', 'form', 'monitor/operlog/index', 'monitor:operlog', buttons('query remove export')), directory: 'system/log' },
  {
    ...menuPage('登录日志', 'logininfor', 'monitor/logininfor/index', 'monitor:logininfor', buttons('query remove export', { unlock: '账户解锁' })),
    directory: 'system/log',
  },
  menuPage('在线用户', 'online', 'monitor/online/index', 'monitor:online', buttons('query', { batchLogout: '批量强退', forceLogout: '单条强退' })),
  menuPage('定时任务', 'job', 'monitor/job/index', 'monitor:job', buttons(undefined, { changeStatus: '状态修改' })),
  menuPage('运行状态', 'monitor', 'monitor/runtime/index', 'monitor:runtime'),
  menuPage('数据监控', 'druid', 'monitor/druid/index', 'monitor:druid'),
  menuPage('服务监控', 'server', 'monitor/server/index', 'monitor:server'),
  menuPage('缓存监控', 'redis', 'monitor/cache/index', 'monitor:cache', { remove: '清理缓存' }),
  menuPage('邮件', 'email', 'monitor/mail/index', 'monitor:mail', { query: '查看内容', edit: '重新发送', remove: '删除' }),
];
