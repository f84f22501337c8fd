import { loadable } from '../../../loading/loadable.ts';
import { TeachingSkeleton } from '../teaching-skeleton.tsx';

/** T2. The page comes in a part of its own, because every public page loads the names of the files of a screen. */
export const AssignmentScreen = loadable(async () => (await import('./assignment-page.tsx')).AssignmentPage, <TeachingSkeleton />);
