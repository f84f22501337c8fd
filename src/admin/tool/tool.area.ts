import { page, type AdminArea } from '../ui/page-entry.ts';

export const toolArea: AdminArea = {
  pages: {
    'tool/build/index': page(async () => (await import('./form-designer/designer.page.tsx')).DesignerPage),
    'tool/gen/index': page(async () => (await import('./gen-table.page.tsx')).GenTablePage),
    'tool/swagger/index': page(async () => (await import('./swagger.page.tsx')).SwaggerPage),
  },
  subPages: [
    {
      path: '/tool/build/index',
      title: '表单构建',
      permission: 'tool:build:list',
      activeMenu: '/tool/build',
      Page: page(async () => (await import('./form-designer/designer.page.tsx')).DesignerPage),
    },
    {
      path: '/tool/gen-edit/index/:tableId',
      title: '修改生成配置',
      permission: 'tool:gen:edit',
      activeMenu: '/tool/gen',
      numeric: 'tableId',
      Page: page(async () => (await import('./gen-edit.page.tsx')).GenEditPage),
    },
    {
      path: '/tool/gen-edit/index',
      title: '修改生成配置',
      permission: 'tool:gen:edit',
      activeMenu: '/tool/gen',
      Page: page(async () => (await import('./gen-edit.page.tsx')).GenEditIndexPage),
    },
  ],
};
