import { buttons, menuPage, type AreaMenu, type MenuPage } from '../menu.ts';

/** A page below `/cms/journal`, which is a page itself and so no directory. */
const below = (path: string, name: string, icon: string, permission: string, labels: Readonly<Record<string, string>>): MenuPage => ({
  ...menuPage(name, icon, `cms/journal/${path}/index`, permission, labels),
  directory: 'cms',
  path: `journal/${path}`,
});

export const PERIODICAL_MENU: AreaMenu = [
  menuPage('期刊管理', 'education', 'cms/journal/index', 'journal:journal', buttons()),
  below('submission', '来稿', 'documentation', 'journal:submission', {
    ...buttons('query'),
    'journal:submission:desk': '初审',
    decide: '退修',
    accept: '录用与退稿',
    'journal:review:invite': '邀请审稿专家',
    'journal:review:cancel': '取消审稿',
  }),
  below('issue', '刊期', 'date', 'journal:issue', buttons('query add edit remove export', { lock: '定稿', publish: '出刊与声明' })),
];
