import { page, type AdminArea } from '../ui/page-entry.ts';

export const compositionArea: AdminArea = {
  pages: {
    'press/composition/index': page(async () => (await import('./composition.page.tsx')).CompositionPage),
    'publication/isbn/index': page(async () => (await import('./isbn.page.tsx')).IsbnPage),
  },
};
