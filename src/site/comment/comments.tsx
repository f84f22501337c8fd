import { loadable } from '../../loading/loadable.ts';
import { Skeleton } from '../frame/skeleton.tsx';

/** Comments below the content of a page: loaded after it, because few visitors read so far. */
export const Comments = loadable(async () => (await import('./comment-section.tsx')).CommentSection, <Skeleton height={120} />);
