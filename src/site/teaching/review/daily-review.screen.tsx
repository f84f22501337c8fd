import { loadable } from '../../../loading/loadable.ts';
import { ReviewWait } from './review-wait.tsx';

/** T4. The page comes in a part of its own, because every public page loads the names of the files of a screen. */
export const DailyReviewScreen = loadable(async () => (await import('./review-page.tsx')).ReviewPage, <ReviewWait />);
