import { page, type PageEntry } from '../ui/page-entry.ts';

export const TOOL_PAGES: readonly PageEntry[] = [
  { path: '/tool/gen', component: 'tool/gen/index', title: '代码生成', Page: page(async () => (await import('./gen-table.page.tsx')).GenTablePage) },
  {
    path: '/tool/gen-edit/index/:tableId',
    component: '',
    title: '修改生成配置',
    Page: page(async () => (await import('./gen-edit.page.tsx')).GenEditPage),
  },
  {
    path: '/tool/swagger',
    component: 'tool/swagger/index',
    title: '系统接口',
    Page: page(async () => (await import('./swagger.page.tsx')).SwaggerPage),
  },
];
