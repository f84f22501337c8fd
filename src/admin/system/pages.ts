import { page, type PageEntry } from '../ui/page-entry.ts';

const bins = () => import('./recycle.page.tsx');

export const SYSTEM_PAGES: readonly PageEntry[] = [
  { path: '/system/user', component: 'system/user/index', title: '用户管理', Page: page(async () => (await import('./user.page.tsx')).UserPage) },
  { path: '/system/role', component: 'system/role/index', title: '角色管理', Page: page(async () => (await import('./role.page.tsx')).RolePage) },
  { path: '/system/menu', component: 'system/menu/index', title: '菜单管理', Page: page(async () => (await import('./menu.page.tsx')).MenuPage) },
  { path: '/system/dept', component: 'system/dept/index', title: '部门管理', Page: page(async () => (await import('./dept.page.tsx')).DeptPage) },
  { path: '/system/post', component: 'system/post/index', title: '岗位管理', Page: page(async () => (await import('./post.page.tsx')).PostPage) },
  { path: '/system/dict', component: 'system/dict/index', title: '字典管理', Page: page(async () => (await import('./dict.page.tsx')).DictPage) },
  {
    path: '/system/config',
    component: 'system/config/index',
    title: '参数设置',
    Page: page(async () => (await import('./config.page.tsx')).ConfigPage),
  },
  {
    path: '/system/notice',
    component: 'system/notice/index',
    title: '通知公告',
    Page: page(async () => (await import('./notice.page.tsx')).NoticePage),
  },
  {
    path: '/system/account',
    component: 'system/account/index',
    title: '账号管理',
    Page: page(async () => (await import('./account.page.tsx')).AccountPage),
  },
  {
    path: '/system/usermode',
    component: 'system/usermode/index',
    title: '用户模式',
    Page: page(async () => (await import('./usermode.page.tsx')).UserModePage),
  },
  {
    path: '/system/feedback',
    component: 'system/feedback/index',
    title: '意见反馈',
    Page: page(async () => (await import('./feedback.page.tsx')).FeedbackPage),
  },
  { path: '/system/area', component: 'system/area/index', title: '地区管理', Page: page(async () => (await import('./area.page.tsx')).AreaPage) },
  {
    path: '/system/problem',
    component: 'system/problem/index',
    title: '常见问题',
    Page: page(async () => (await import('./problem.page.tsx')).ProblemPage),
  },
  {
    path: '/system/user-auth/role/:userId',
    component: '',
    title: '分配角色',
    Page: page(async () => (await import('./user-auth.page.tsx')).UserAuthPage),
  },
  {
    path: '/system/role-auth/user/:roleId',
    component: '',
    title: '分配用户',
    Page: page(async () => (await import('./role-auth.page.tsx')).RoleAuthPage),
  },
  {
    path: '/system/dict-data/index/:dictId',
    component: '',
    title: '字典数据',
    Page: page(async () => (await import('./dict-data.page.tsx')).DictDataPage),
  },
  { path: '/user/profile', component: '', title: '个人中心', Page: page(async () => (await import('./profile.page.tsx')).ProfilePage) },
  {
    path: '/recycleBin/publication',
    component: 'recycleBin/publication/index',
    title: '出版物回收站',
    Page: page(async () => (await bins()).PublicationRecyclePage),
  },
  { path: '/recycleBin/user', component: 'recycleBin/user/index', title: '用户回收站', Page: page(async () => (await bins()).UserRecyclePage) },
  { path: '/cms/recycle', component: 'cms/recycle/index', title: '内容回收站', Page: page(async () => (await bins()).ContentRecyclePage) },
];
