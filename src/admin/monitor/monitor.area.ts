import { page, type AdminArea } from '../ui/page-entry.ts';

const jobLogs = page(async () => (await import('./job-log.page.tsx')).JobLogPage);

export const monitorArea: AdminArea = {
  pages: {
    'monitor/operlog/index': page(async () => (await import('./operlog.page.tsx')).OperlogPage),
    'monitor/logininfor/index': page(async () => (await import('./logininfor.page.tsx')).LogininforPage),
    'monitor/online/index': page(async () => (await import('./online.page.tsx')).OnlinePage),
    'monitor/job/index': page(async () => (await import('./job.page.tsx')).JobPage),
    'monitor/runtime/index': page(async () => (await import('./runtime.page.tsx')).RuntimePage),
    'monitor/druid/index': page(async () => (await import('./druid.page.tsx')).DruidPage),
    'monitor/server/index': page(async () => (await import('./server.page.tsx')).ServerPage),
    'monitor/mail/index': page(async () => (await import('./mail.page.tsx')).MailPage),
    'monitor/cache/index': page(async () => (await import('./cache.page.tsx')).CachePage),
  },
  subPages: [
    { path: '/monitor/job-log/index', title: '调度日志', permission: 'monitor:job:list', activeMenu: '/monitor/job', Page: jobLogs },
    {
      path: '/monitor/job-log/index/:jobId',
      title: '调度日志',
      permission: 'monitor:job:list',
      activeMenu: '/monitor/job',
      numeric: 'jobId',
      Page: jobLogs,
    },
  ],
};
