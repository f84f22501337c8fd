import { page, type AdminArea } from '../ui/page-entry.ts';

export const layoutArea: AdminArea = {
  pages: {},
  subPages: [
    { path: '/admin/index', title: '首页', Page: page(async () => (await import('./home.page.tsx')).HomePage) },
    { path: '/admin/help', title: '使用帮助', Page: page(async () => (await import('./help.page.tsx')).HelpPage) },
    { path: '/admin/interface', title: '接口说明', Page: page(async () => (await import('./interface.page.tsx')).InterfacePage) },
  ],
};
