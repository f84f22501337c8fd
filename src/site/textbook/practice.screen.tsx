import { loadable } from '../../loading/loadable.ts';
import { ListSkeleton } from './practice-skeleton.tsx';

/** T3. The page comes in a part of its own, because every public page loads the names of the files of a screen. */
export const PracticeScreen = loadable(async () => (await import('./practice-page.tsx')).PracticePage, <ListSkeleton />);
