import { buttons, type MenuEntry } from './menu-entry.ts';

/** Placed below 系统管理. */
export const LOG_MENU: MenuEntry = {
  name: '日志管理',
  path: 'log',
  icon: 'log',
  below: [
    {
      name: '操作日志',
      path: 'operlog',
      icon: 'form',
      component: 'monitor/operlog/index',
      permission: 'monitor:operlog',
      buttons: buttons('query remove export'),
    },
    {
      name: '登录日志',
      path: 'logininfor',
      icon: 'logininfor',
      component: 'monitor/logininfor/index',
      permission: 'monitor:logininfor',
      buttons: buttons('query remove export', { unlock: '账户解锁' }),
    },
  ],
};

export const MONITOR_MENU: MenuEntry = {
  name: '系统监控',
  path: 'monitor',
  icon: 'monitor',
  below: [
    {
      name: '在线用户',
      path: 'online',
      icon: 'online',
      component: 'monitor/online/index',
      permission: 'monitor:online',
      buttons: { query: '查询', batchLogout: '批量强退', forceLogout: '单条强退' },
    },
    {
      name: '定时任务',
      path: 'job',
      icon: 'job',
      component: 'monitor/job/index',
      permission: 'monitor:job',
      buttons: buttons('query add edit remove export', { changeStatus: '状态修改' }),
    },
    { name: '数据监控', path: 'druid', icon: 'druid', component: 'monitor/druid/index', permission: 'monitor:druid' },
    { name: '服务监控', path: 'server', icon: 'server', component: 'monitor/server/index', permission: 'monitor:server' },
    {
      name: '缓存监控',
      path: 'cache',
      icon: 'redis',
      component: 'monitor/cache/index',
      permission: 'monitor:cache',
      buttons: { remove: '清理缓存' },
    },
  ],
};
