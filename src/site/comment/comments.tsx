import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { loadable } from '../../loading/loadable.ts';
import { Skeleton } from '../frame/skeleton.tsx';
import type { CommentSection } from './comment-section.tsx';

const HEIGHT = 120;
/** Distance from the screen at which the comments begin to load. */
const NEAR = '50px 0px';
const Section = loadable(async () => (await import('./comment-section.tsx')).CommentSection, <Skeleton height={HEIGHT} />);

/** Comments below the content of a page: loaded when the reader comes near, or at once for a link to one of them. */
export function Comments(props: ComponentProps<typeof CommentSection>) {
  const [near, setNear] = useState(() => location.hash.startsWith('#comment-'));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || near) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), { rootMargin: NEAR });
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);
  return near ? <Section {...props} /> : <div ref={place} style={{ minHeight: HEIGHT }} />;
}
