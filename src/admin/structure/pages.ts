import { page, type PageEntry } from '../ui/page-entry.ts';

const groups = () => import('./user-group.page.tsx');

export const STRUCTURE_PAGES: readonly PageEntry[] = [
  {
    path: '/structure/college',
    component: 'structure/college/index',
    title: '院校',
    Page: page(async () => (await import('./college.page.tsx')).CollegePage),
  },
  {
    path: '/structure/press',
    component: 'structure/press/index',
    title: '出版社',
    Page: page(async () => (await import('./press.page.tsx')).PressPage),
  },
  {
    path: '/structure/professor',
    component: 'structure/professor/index',
    title: '教授',
    Page: page(async () => (await import('./professor.page.tsx')).ProfessorPage),
  },
  {
    path: '/structure/scholar',
    component: 'structure/scholar/index',
    title: '学者',
    Page: page(async () => (await import('./scholar.page.tsx')).ScholarPage),
  },
  {
    path: '/structure/chiefeditor',
    component: 'structure/chiefeditor/index',
    title: '主编组',
    Page: page(async () => (await groups()).ChiefEditorPage),
  },
  {
    path: '/structure/editreview',
    component: 'structure/editreview/index',
    title: '审读编辑组',
    Page: page(async () => (await groups()).EditReviewPage),
  },
  { path: '/structure/author', component: 'structure/author/index', title: '作者组', Page: page(async () => (await groups()).AuthorGroupPage) },
  { path: '/structure/regular', component: 'structure/regular/index', title: '普通用户', Page: page(async () => (await groups()).RegularPage) },
  {
    path: '/structure/applyForLog',
    component: 'structure/applyForLog/index',
    title: '申请记录',
    Page: page(async () => (await import('./apply-for-log.page.tsx')).ApplyForLogPage),
  },
];
