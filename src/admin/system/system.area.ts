import { EXPORTS_PAGE } from '../../../contract/system/export-file.ts';
import { page, type AdminArea } from '../ui/page-entry.ts';

const bins = () => import('./recycle.page.tsx');

export const systemArea: AdminArea = {
  pages: {
    'system/user/index': page(async () => (await import('./user.page.tsx')).UserPage),
    'system/role/index': page(async () => (await import('./role.page.tsx')).RolePage),
    'system/menu/index': page(async () => (await import('./menu.page.tsx')).MenuPage),
    'system/dept/index': page(async () => (await import('./dept.page.tsx')).DeptPage),
    'system/post/index': page(async () => (await import('./post.page.tsx')).PostPage),
    'system/dict/index': page(async () => (await import('./dict.page.tsx')).DictPage),
    'system/config/index': page(async () => (await import('./config.page.tsx')).ConfigPage),
    'system/notice/index': page(async () => (await import('./notice.page.tsx')).NoticePage),
    'system/account/index': page(async () => (await import('./account.page.tsx')).AccountPage),
    'system/usermode/index': page(async () => (await import('./usermode.page.tsx')).UserModePage),
    'system/feedback/index': page(async () => (await import('./feedback.page.tsx')).FeedbackPage),
    'system/area/index': page(async () => (await import('./area.page.tsx')).AreaPage),
    'system/problem/index': page(async () => (await import('./problem.page.tsx')).ProblemPage),
    'recycleBin/archive/index': page(async () => (await bins()).ArchiveRecyclePage),
    'recycleBin/publication/index': page(async () => (await bins()).PublicationRecyclePage),
    'recycleBin/user/index': page(async () => (await bins()).UserRecyclePage),
    'cms/recycle/index': page(async () => (await bins()).ContentRecyclePage),
  },
  subPages: [
    {
      path: '/system/user-auth/role/:userId',
      title: '分配角色',
      permission: 'system:user:edit',
      activeMenu: '/system/user',
      numeric: 'userId',
      Page: page(async () => (await import('./user-auth.page.tsx')).UserAuthPage),
    },
    {
      path: '/system/role-auth/user/:roleId',
      title: '分配用户',
      permission: 'system:role:edit',
      activeMenu: '/system/role',
      numeric: 'roleId',
      Page: page(async () => (await import('./role-auth.page.tsx')).RoleAuthPage),
    },
    {
      path: '/system/dict-data/index/:dictId',
      title: '字典数据',
      permission: 'system:dict:list',
      activeMenu: '/system/dict',
      numeric: 'dictId',
      Page: page(async () => (await import('./dict-data.page.tsx')).DictDataPage),
    },
    { path: EXPORTS_PAGE, title: '我的导出', Page: page(async () => (await import('./exports.page.tsx')).ExportsPage) },
    { path: '/user/profile', title: '个人中心', Page: page(async () => (await import('./profile.page.tsx')).ProfilePage) },
  ],
};
