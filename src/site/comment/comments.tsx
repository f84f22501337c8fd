import type { ComponentProps } from 'react';
import { loadable } from '../../loading/loadable.ts';
import { NearView } from '../frame/near-view.tsx';
import { Skeleton } from '../frame/skeleton.tsx';
import type { CommentSection } from './comment-section.tsx';

const HEIGHT = 120;
const Section = loadable(async () => (await import('./comment-section.tsx')).CommentSection, <Skeleton height={HEIGHT} />);

/** Comments below the content of a page: loaded when the reader comes near, or at once for a link to one of them. */
export const Comments = (props: ComponentProps<typeof CommentSection>) => (
  <NearView height={HEIGHT} now={location.hash.startsWith('#comment-')}>
    <Section {...props} />
  </NearView>
);
