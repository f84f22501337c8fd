import { page, type PageEntry } from '../ui/page-entry.ts';

const jobLogs = page(async () => (await import('./job-log.page.tsx')).JobLogPage);

export const MONITOR_PAGES: readonly PageEntry[] = [
  {
    path: '/system/log/operlog',
    component: 'monitor/operlog/index',
    title: '操作日志',
    Page: page(async () => (await import('./operlog.page.tsx')).OperlogPage),
  },
  {
    path: '/system/log/logininfor',
    component: 'monitor/logininfor/index',
    title: '登录日志',
    Page: page(async () => (await import('./logininfor.page.tsx')).LogininforPage),
  },
  {
    path: '/monitor/online',
    component: 'monitor/online/index',
    title: '在线用户',
    Page: page(async () => (await import('./online.page.tsx')).OnlinePage),
  },
  { path: '/monitor/job', component: 'monitor/job/index', title: '定时任务', Page: page(async () => (await import('./job.page.tsx')).JobPage) },
  {
    path: '/monitor/druid',
    component: 'monitor/druid/index',
    title: '数据监控',
    Page: page(async () => (await import('./druid.page.tsx')).DruidPage),
  },
  {
    path: '/monitor/server',
    component: 'monitor/server/index',
    title: '服务监控',
    Page: page(async () => (await import('./server.page.tsx')).ServerPage),
  },
  {
    path: '/monitor/cache',
    component: 'monitor/cache/index',
    title: '缓存监控',
    Page: page(async () => (await import('./cache.page.tsx')).CachePage),
  },
  { path: '/monitor/job-log/index', component: '', title: '调度日志', Page: jobLogs },
  { path: '/monitor/job-log/index/:jobId', component: '', title: '调度日志', Page: jobLogs },
];
