import { page, type AdminArea } from '../ui/page-entry.ts';

export const contentArea: AdminArea = {
  pages: {
    'cms/page/index': page(async () => (await import('./single-page.page.tsx')).SinglePagePage),
    'cms/banner/index': page(async () => (await import('./banner.page.tsx')).BannerPage),
    'cms/comment/slogan/index': page(async () => (await import('./slogan.page.tsx')).SloganPage),
    'cms/information/index': page(async () => (await import('./information.page.tsx')).InformationPage),
    'program/block/index': page(async () => (await import('./program-block.page.tsx')).BlockPage),
  },
};
