import { useEffect, useRef, type RefObject } from 'react';

/** Width of the nearest box around an element: an inline element has none. */
function widthAround(element: Element): number {
  for (let one = element.parentElement; one; one = one.parentElement) if (one.clientWidth > 0) return one.clientWidth;
  return Infinity;
}

/** A formula that is wider than its text scrolls in a box of its own; only then the keyboard reaches it. */
function mark(formula: Element): void {
  formula.removeAttribute('data-wide');
  const wide = Math.max(formula.scrollWidth, formula.getBoundingClientRect().width) > widthAround(formula) + 1;
  formula.toggleAttribute('data-wide', wide);
  if (wide) formula.setAttribute('tabindex', '0');
  else formula.removeAttribute('tabindex');
}

/** Returns the reference for a box whose formulas are watched: new ones and another width change its size. */
export function useWideFormulas(): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = box.current;
    if (!place || typeof ResizeObserver === 'undefined') return undefined;
    const watch = new ResizeObserver(() => place.querySelectorAll('math').forEach(mark));
    watch.observe(place);
    return () => watch.disconnect();
  }, []);
  return box;
}
