import type { SiteScreens } from '../site-screens.ts';

export const annotationScreens: SiteScreens = {
  '/personalCenter/notes': async () => (await import('./notes.screen.tsx')).NotesScreen,
  '/personalCenter/words': async () => (await import('./words.screen.tsx')).WordsScreen,
  '/personalCenter/reading': async () => (await import('./reading-days.screen.tsx')).ReadingDaysScreen,
  '/personalCenter/errata': async () => (await import('./errata.screen.tsx')).ErrataScreen,
};
