import type { ComponentType } from 'react';
import { page } from '../ui/page-entry.ts';

/** Pages without a menu row, opened from another page. `numeric` is the name of the numeric path parameter. */
interface StaticPage {
  readonly path: string;
  readonly title: string;
  readonly permission?: string;
  readonly activeMenu?: string;
  readonly numeric?: string;
  /** Set for pages of the layout itself; all others are in the page list. */
  readonly Page?: ComponentType;
}

export const STATIC_PAGES: readonly StaticPage[] = [
  {
    path: '/system/user-auth/role/:userId',
    title: '分配角色',
    permission: 'system:user:edit',
    activeMenu: '/system/user',
    numeric: 'userId',
  },
  {
    path: '/system/role-auth/user/:roleId',
    title: '分配用户',
    permission: 'system:role:edit',
    activeMenu: '/system/role',
    numeric: 'roleId',
  },
  {
    path: '/system/dict-data/index/:dictId',
    title: '字典数据',
    permission: 'system:dict:list',
    activeMenu: '/system/dict',
    numeric: 'dictId',
  },
  { path: '/monitor/job-log/index', title: '调度日志', permission: 'monitor:job:list', activeMenu: '/monitor/job' },
  { path: '/monitor/job-log/index/:jobId', title: '调度日志', permission: 'monitor:job:list', activeMenu: '/monitor/job', numeric: 'jobId' },
  { path: '/tool/gen-edit/index', title: '修改生成配置', permission: 'tool:gen:edit', activeMenu: '/tool/gen' },
  { path: '/tool/gen-edit/index/:tableId', title: '修改生成配置', permission: 'tool:gen:edit', activeMenu: '/tool/gen', numeric: 'tableId' },
  { path: '/user/profile', title: '个人中心' },
  { path: '/admin/help', title: '使用帮助', Page: page(async () => (await import('./help.page.tsx')).HelpPage) },
  { path: '/admin/interface', title: '接口说明', Page: page(async () => (await import('./interface.page.tsx')).InterfacePage) },
];
