import { page, type AdminArea } from '../ui/page-entry.ts';

const parts = () => import('./archive-parts.page.tsx');

export const manuscriptArea: AdminArea = {
  pages: {
    'press/board/index': page(async () => (await import('./board.page.tsx')).BoardPage),
    'press/editor/index': page(async () => (await import('./editor.page.tsx')).EditorPage),
    'press/hold/index': page(async () => (await import('./hold.page.tsx')).HoldPage),
    'press/user/index': page(async () => (await import('./press-user.page.tsx')).PressUserPage),
    'press/absence/index': page(async () => (await import('./absence.page.tsx')).AbsencePage),
    'cms/archive/list/index': page(async () => (await import('./manuscript.page.tsx')).ManuscriptPage),
    'author/library/index': page(async () => (await import('./author-library.page.tsx')).AuthorLibraryPage),
    'cms/archive/type/index': page(async () => (await import('./manuscript-type.page.tsx')).ManuscriptTypePage),
  },
  subPages: [
    {
      path: '/cms/archive/detail/:archiveId',
      title: '稿件详情',
      permission: 'cms:archive:query',
      activeMenu: '/cms/archive/list',
      numeric: 'archiveId',
      Page: page(async () => (await import('./manuscript-detail.page.tsx')).ManuscriptDetailPage),
    },
    {
      path: '/cms/archive/history',
      title: '历史版本',
      permission: 'cms:archive:query',
      activeMenu: '/cms/archive/list',
      Page: page(async () => (await parts()).HistoryPage),
    },
    {
      path: '/cms/archive/file',
      title: '稿件附件',
      permission: 'cms:archive:query',
      activeMenu: '/cms/archive/list',
      Page: page(async () => (await parts()).FilePage),
    },
  ],
};
