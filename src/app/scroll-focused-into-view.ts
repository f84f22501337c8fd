const scrollsAlong = (box: Element): boolean => box.scrollWidth > box.clientWidth && /auto|scroll/.test(getComputedStyle(box).overflowX);

/**
 * Scrolls a half-visible tile of a rail fully into view when it gets the keyboard focus: browsers ignore partly visible
 * elements. A touch does not move the rail.
 */
export function scrollFocusedIntoView(): void {
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
    for (let box = target.parentElement; box && box !== document.body; box = box.parentElement)
      if (scrollsAlong(box)) return target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
}
