import { type ReactNode, useEffect, useRef, useState } from 'react';

/** Distance from the screen at which a part begins to load. */
const NEAR = '50px 0px';

/** Renders a part when the reader comes near, or from the start with `now`; until then an empty place of `height` px. */
export function NearView({ height, now = false, children }: { readonly height: number; readonly now?: boolean; readonly children: ReactNode }) {
  const [near, setNear] = useState(now);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = place.current;
    if (!element || near) return;
    const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && setNear(true), { rootMargin: NEAR });
    observer.observe(element);
    return () => observer.disconnect();
  }, [near]);
  return near ? children : <div ref={place} style={{ minHeight: height }} />;
}
